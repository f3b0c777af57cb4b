"""Access to Hadoop's file systems."""

import concurrent.futures


class FileSystem:
    """Access to Hadoop's file systems from the driver."""

    def __init__(self, jvm, conf):
        self.jvm = jvm
        self.conf = jvm.org.apache.spark.deploy.SparkHadoopUtil.get().newConfiguration(conf._jconf)

    def path(self, name):
        path = self.jvm.org.apache.hadoop.fs.Path(name)
        return path, path.getFileSystem(self.conf)

    def local(self, name):
        """Returns the local path for a name, or None on any other file system."""
        path, system = self.path(name)
        uri = system.makeQualified(path).toUri()
        return uri.getPath() if uri.getScheme() == "file" else None

    def glob(self, name):
        """Returns the local paths that match a pattern."""
        path, system = self.path(name)
        found = system.globStatus(path)
        if not found:
            raise FileNotFoundError(f"{name}: not found")
        return [status.getPath().toUri().getPath() for status in found]

    def download(self, name, target):
        path, system = self.path(name)
        system.copyToLocalFile(False, path, self.jvm.org.apache.hadoop.fs.Path(target), True)
        return target

    def upload(self, source, name):
        path, system = self.path(name)
        system.delete(path, True)
        system.copyFromLocalFile(False, True, self.jvm.org.apache.hadoop.fs.Path(source), path)

    def delete(self, name):
        path, system = self.path(name)
        system.delete(path, True)

    def rename_all(self, folder, old, new):
        """Changes the suffixes of the files two levels below a folder."""
        pattern, system = self.path(f"{folder}/*/*/*{old}")
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            list(pool.map(lambda status: self.rename(status, old, new), system.globStatus(pattern)))

    def rename(self, status, old, new):
        source = status.getPath()
        target = self.jvm.org.apache.hadoop.fs.Path(source.getParent(), source.getName().removesuffix(old) + new)
        if not source.getFileSystem(self.conf).rename(source, target):
            raise OSError(f"{source.toString()}: cannot be renamed")

    def replace(self, name, source):
        """Replaces a folder with another one."""
        target, system = self.path(name)
        system.delete(target, True)
        if not system.rename(self.path(source)[0], target):
            raise OSError(f"{source}: cannot be moved to {name}")
