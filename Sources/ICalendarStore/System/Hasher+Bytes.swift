extension Hasher {
    /// Hashes contiguous bytes at once rather than one by one, as an array does.
    @inlinable
    package mutating func combine(all bytes: some Collection<UInt8>) {
        let isHashed: Void? = bytes.withContiguousStorageIfAvailable { bytes in
            unsafe combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isHashed == nil { for byte in bytes { combine(byte) } }
    }
}
