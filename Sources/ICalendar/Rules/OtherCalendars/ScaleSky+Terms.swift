extension ScaleSky {
    /// A part of the way of a new moon from its mean time: days times the sine of a sum of angles.
    struct NewMoonTerm: Sendable {
        let days: Double
        /// How often the mean anomaly of the sun, that of the moon, and the moon's argument of latitude are taken.
        let sun, moon, latitude: Double
    }

    /// The parts, largest first.
    static let newMoonTerms: [NewMoonTerm] = [
        .init(days: -0.40720, sun: 0, moon: 1, latitude: 0),
        .init(days: 0.17241, sun: 1, moon: 0, latitude: 0),
        .init(days: 0.01608, sun: 0, moon: 2, latitude: 0),
        .init(days: 0.01039, sun: 0, moon: 0, latitude: 2),
        .init(days: 0.00739, sun: -1, moon: 1, latitude: 0),
        .init(days: -0.00514, sun: 1, moon: 1, latitude: 0),
        .init(days: 0.00208, sun: 2, moon: 0, latitude: 0),
        .init(days: -0.00111, sun: 0, moon: 1, latitude: -2),
        .init(days: -0.00057, sun: 0, moon: 1, latitude: 2),
        .init(days: 0.00056, sun: 1, moon: 2, latitude: 0),
        .init(days: -0.00042, sun: 0, moon: 3, latitude: 0),
        .init(days: 0.00042, sun: 1, moon: 0, latitude: 2),
        .init(days: 0.00038, sun: 1, moon: 0, latitude: -2),
        .init(days: -0.00024, sun: -1, moon: 2, latitude: 0),
        .init(days: -0.00007, sun: 2, moon: 1, latitude: 0),
        .init(days: 0.00004, sun: 0, moon: 2, latitude: -2),
        .init(days: 0.00004, sun: 3, moon: 0, latitude: 0),
        .init(days: 0.00003, sun: 1, moon: 1, latitude: -2),
        .init(days: 0.00003, sun: 0, moon: 2, latitude: 2),
        .init(days: -0.00003, sun: 1, moon: 1, latitude: 2),
        .init(days: 0.00003, sun: -1, moon: 1, latitude: 2),
        .init(days: -0.00002, sun: -1, moon: 1, latitude: -2),
        .init(days: -0.00002, sun: 1, moon: 3, latitude: 0),
        .init(days: 0.00002, sun: 0, moon: 4, latitude: 0),
    ]

    /// What the planets do to a new moon: days times the sine of an angle that grows with each moon, in degrees.
    static let planetTerms: [(start: Double, step: Double, days: Double)] = [
        (299.77, 0.107408, 0.000325),
        (251.88, 0.016321, 0.000165),
        (251.83, 26.651886, 0.000164),
        (349.42, 36.412478, 0.000126),
        (84.66, 18.206239, 0.000110),
        (141.74, 53.303771, 0.000062),
        (207.14, 2.453732, 0.000060),
        (154.84, 7.306860, 0.000056),
        (34.52, 27.261239, 0.000047),
        (207.19, 0.121824, 0.000042),
        (291.34, 1.844379, 0.000040),
        (161.72, 24.198154, 0.000037),
        (239.56, 25.513099, 0.000035),
        (331.55, 3.592518, 0.000023),
    ]

    /// The longitude of the earth: for each power of the millennia since 2000, sizes in 1e-8 radians times the cosine
    /// of a phase, in radians, and a speed, in radians per millennium.
    static let earthTerms: [[(size: Double, phase: Double, speed: Double)]] = [
        [
            (175_347_046, 0, 0),
            (3_341_656, 4.6692568, 6283.07585),
            (34894, 4.6261, 12566.1517),
            (3497, 2.7441, 5753.3849),
            (3418, 2.8289, 3.5231),
            (3136, 3.6277, 77713.7715),
            (2676, 4.4181, 7860.4194),
            (2343, 6.1352, 3930.2097),
            (1324, 0.7425, 11506.7698),
            (1273, 2.0371, 529.6910),
            (1199, 1.1096, 1577.3435),
            (990, 5.233, 5884.927),
            (902, 2.045, 26.298),
            (857, 3.508, 398.149),
            (780, 1.179, 5223.694),
            (753, 2.533, 5507.553),
            (505, 4.583, 18849.228),
            (492, 4.205, 775.523),
            (357, 2.920, 0.067),
            (317, 5.849, 11790.629),
            (284, 1.899, 796.298),
            (271, 0.315, 10977.079),
            (243, 0.345, 5486.778),
            (206, 4.806, 2544.314),
            (205, 1.869, 5573.143),
            (202, 2.458, 6069.777),
            (156, 0.833, 213.299),
            (132, 3.411, 2942.463),
            (126, 1.083, 20.775),
            (115, 0.645, 0.980),
            (103, 0.636, 4694.003),
            (102, 0.976, 15720.839),
            (102, 4.267, 7.114),
        ],
        [
            (628_331_966_747, 0, 0),
            (206059, 2.678235, 6283.07585),
            (4303, 2.6351, 12566.1517),
            (425, 1.590, 3.523),
            (119, 5.796, 26.298),
            (109, 2.966, 1577.344),
        ],
        [
            (52919, 0, 0),
            (8720, 1.0721, 6283.0758),
            (309, 0.867, 12566.152),
        ],
        [
            (289, 5.844, 6283.076),
            (35, 0, 0),
        ],
    ]

    /// How many seconds the clocks of even time are ahead of the earth: measured to 2020, then expected.
    static let clockErrors: [(year: Double, seconds: Double)] = [
        (1500, 200), (1600, 120), (1650, 50), (1700, 9), (1750, 13), (1800, 14), (1850, 7),
        (1870, 1), (1900, -3), (1920, 21), (1950, 29), (1980, 51), (2000, 64), (2020, 69),
        (2050, 93), (2100, 203), (2200, 442), (2300, 717), (2400, 1056), (2500, 1460), (2600, 1927),
    ]
}
