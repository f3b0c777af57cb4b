extension OccurrenceWindow {
    /// Whether an occurrence that stands for itself overlaps the window.
    func includes(_ single: SingleOccurrence) -> Bool {
        let from = searchedRange.lowerBound.secondsSince1970
        let to = searchedRange.upperBound.secondsSince1970
        guard single.sortStart < to else { return false }
        if single.sortStart >= from { return true }
        return includesOngoing && single.sortEnd > from
    }
}
