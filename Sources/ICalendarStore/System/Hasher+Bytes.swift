extension Hasher {
    /// Hashes contiguous bytes all at once, whereas an array hashes them one by one.
    @inlinable
    package mutating func combine(all bytes: some Collection<UInt8>) {
        let isHashed: Void? = bytes.withContiguousStorageIfAvailable { bytes in
            unsafe combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isHashed == nil { for byte in bytes { combine(byte) } }
    }
}
