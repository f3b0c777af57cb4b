"""Calendar servers on 127.0.0.1, each with an empty folder, the user `u` and the password `p`.

A server that schedules also has the users `v` and `w`.
"""

import base64
import http.client
import imaplib
import os
import shutil
import signal
import socket
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

POSTGRESQL = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name), default=Path())


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    except OSError:
        return False


class Server:
    """A calendar server. Subclasses specify its home and how to configure and start it."""

    takes_all_names = True
    schedules = False

    def __init__(self, folder):
        self.folder, self.port, self.processes = Path(folder), free_port(), []

    def start(self):
        self.launch(self.command(), self.port)

    def launch(self, command, port, **options):
        """Starts a process and waits until it responds on the port."""
        log = self.folder / "server.log"
        with open(log, "ab") as output:
            process = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True, **options)
        self.processes.append(process)
        for _ in range(300):
            if answers(port):
                return
            if process.poll() is not None:
                break
            time.sleep(0.1)
        raise SystemExit(f"{command[0]} did not start:\n{log.read_text(errors='replace')}")

    def stop(self):
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGTERM)
                process.wait(10)
                # Workers can outlive the process that started them.
                os.killpg(process.pid, signal.SIGKILL)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            except ProcessLookupError:
                process.wait()

    def open_folder(self):
        """Gives processes without root privileges access to the folder."""
        for folder in (self.folder, self.folder.parent):
            os.chmod(folder, 0o755)

    # Requests from another program

    def request(self, method, path, body=None, user="u", **fields):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        fields["Authorization"] = "Basic " + base64.b64encode(f"{user}:p".encode()).decode()
        connection.request(method, path, body and body.encode(), fields)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        if response.status >= 300:
            raise AssertionError(f"{method} {path}: {response.status} {text}")
        return text

    def responses(self, path, *names):
        """Requests properties of a collection and its members. Names are written as `{DAV:}getetag`."""
        # Cyrus returns unprefixed properties in the DAV: namespace.
        body = "".join(f'<x:{name.split("}")[1]} xmlns:x="{name[1:].split("}")[0]}"/>' for name in names)
        text = self.request(
            "PROPFIND", path, f'<propfind xmlns="DAV:"><prop>{body}</prop></propfind>',
            Depth="1", Content_Type="application/xml; charset=utf-8",
        )
        return ElementTree.fromstring(text)

    def properties(self, path, *names):
        """Returns property values by path."""
        return {
            response.findtext("{DAV:}href"): [response.findtext(f".//{name}") for name in names]
            for response in self.responses(path, *names)
        }

    def titles(self):
        """Returns the names of all calendars."""
        return sorted(
            response.findtext(".//{DAV:}displayname")
            for response in self.responses(self.home, "{DAV:}resourcetype", "{DAV:}displayname")
            if response.find(".//{urn:ietf:params:xml:ns:caldav}calendar") is not None
        )

    def calendar(self, title):
        """Returns the path of a calendar."""
        listed = self.properties(self.home, "{DAV:}displayname")
        found = [path for path, (name,) in listed.items() if name == title]
        if len(found) != 1:
            raise AssertionError(f"the server has {len(found)} calendars named {title!r}: {listed}")
        return found[0]

    def calendar_color(self, path):
        return self.properties(path, "{http://apple.com/ns/ical/}calendar-color")[path][0]

    def change(self, path, title, color):
        self.request(
            "PROPPATCH", path,
            f'<propertyupdate xmlns="DAV:"><set><prop><displayname>{title}</displayname>'
            f'<x:calendar-color xmlns:x="http://apple.com/ns/ical/">{color}</x:calendar-color></prop></set></propertyupdate>',
            Content_Type="application/xml; charset=utf-8",
        )

    def add_read_only(self, name, item):
        """Adds a calendar with one item that the user may not change. Returns whether the server supports this."""
        return False


class Radicale(Server):
    home = "/u/"

    @staticmethod
    def is_installed():
        return shutil.which("radicale") is not None

    def command(self):
        (self.folder / "users").write_text("u:p\n")
        (self.folder / "rights").write_text(
            "[fixed]\nuser = .+\ncollection = u/fixed\npermissions = r\n"
            "[root]\nuser = .+\ncollection =\npermissions = R\n"
            "[all]\nuser = .+\ncollection = {user}(/.*)?\npermissions = RrWw\n"
        )
        (self.folder / "config").write_text(
            f"[server]\nhosts = 127.0.0.1:{self.port}\n"
            f"[auth]\ntype = htpasswd\nhtpasswd_filename = {self.folder}/users\nhtpasswd_encryption = plain\n"
            f"[rights]\ntype = from_file\nfile = {self.folder}/rights\n"
            f"[storage]\nfilesystem_folder = {self.folder}/data\n"
        )
        return ["radicale", "--config", str(self.folder / "config")]

    def add_read_only(self, name, item):
        folder = self.folder / "data/collection-root/u" / name
        folder.mkdir()
        (folder / ".Radicale.props").write_text('{"tag": "VCALENDAR", "D:displayname": "%s"}' % name)
        (folder / "item.ics").write_text(item, newline="")
        return True


class Xandikos(Server):
    home = "/u/calendars/"
    # A calendar is a file whose name ends with .ics.
    takes_all_names = False

    @staticmethod
    def is_installed():
        return shutil.which("xandikos") is not None

    def command(self):
        (self.folder / "data").mkdir()
        return [
            "xandikos", "serve", "-d", str(self.folder / "data"), "--defaults", "--current-user-principal", "/u",
            "--autocreate", "-l", "127.0.0.1", "-p", str(self.port),
        ]


class Cyrus(Server):
    home = "/dav/calendars/user/u/"
    # The server sends messages about saved events to its other users.
    schedules = True
    users = ("u", "v", "w")

    @staticmethod
    def is_installed():
        return Path("/usr/lib/cyrus/bin/httpd").exists() and os.getuid() == 0

    def command(self):
        folder, self.imap = self.folder, free_port()
        for name in ("lib", "lib/db", "lib/socket", "lib/log", "spool", "run", "run/proc", "run/lock"):
            (folder / name).mkdir()
        tools, conf = "/usr/lib/cyrus/bin", folder / "imapd.conf"
        conf.write_text(
            f"configdirectory: {folder}/lib\ndefaultpartition: default\npartition-default: {folder}/spool\n"
            f"admins: cyrus\nvirtdomains: off\nservername: localhost\nhttpmodules: caldav\nhttpallowcompress: yes\n"
            f"caldav_allowscheduling: on\ncalendar_user_address_set: studio.example\nautocreate_quota: 0\nallowplaintext: yes\nsasl_mech_list: PLAIN\n"
            f"sasl_pwcheck_method: auxprop\nsasl_auxprop_plugin: sasldb\nsasl_sasldb_path: {folder}/sasldb2\n"
            f"proc_path: {folder}/run/proc\nmboxname_lockpath: {folder}/run/lock\nidlesocket: {folder}/run/idle\n"
            f"syslog_facility: LOCAL6\n"
        )
        (folder / "cyrus.conf").write_text(
            f'START {{ recover cmd="{tools}/ctl_cyrusdb -C {conf} -r" }}\nSERVICES {{\n'
            f'  http cmd="{tools}/httpd -C {conf}" listen="127.0.0.1:{self.port}" prefork=1\n'
            f'  imap cmd="{tools}/imapd -C {conf}" listen="127.0.0.1:{self.imap}" prefork=0\n}}\n'
        )
        for user in (*self.users, "cyrus"):
            subprocess.run(["saslpasswd2", "-p", "-c", "-f", f"{folder}/sasldb2", "-u", "localhost", user], input=b"p", check=True)
        subprocess.run(["chown", "-R", "cyrus:mail", str(folder)], check=True)
        self.open_folder()
        return [
            f"{tools}/master", "-C", str(conf), "-M", str(folder / "cyrus.conf"), "-D",
            "-p", str(folder / "run/master.pid"),
        ]

    def start(self):
        super().start()
        for user in self.users:
            self.administer(lambda admin: admin.create(f"user/{user}"))

    def administer(self, action):
        admin = imaplib.IMAP4("127.0.0.1", self.imap)
        admin.login("cyrus", "p")
        status, answer = action(admin)
        admin.logout()
        if status != "OK":
            raise AssertionError(f"Cyrus: {answer}")

    def add_read_only(self, name, item):
        self.request("MKCALENDAR", f"{self.home}{name}/")
        self.request("PUT", f"{self.home}{name}/item.ics", item, Content_Type="text/calendar; charset=utf-8")
        self.administer(lambda admin: admin.setacl(f"user/u/#calendars/{name}", "u", "lrs"))
        return True


class DatabaseServer(Server):
    """A server that stores its data in PostgreSQL."""

    def start_database(self):
        self.database = free_port()
        self.open_folder()
        data = self.folder / "database"
        data.mkdir()
        shutil.chown(data, "postgres", "postgres")
        # The user postgres may not have access to the temporary folder.
        options = {"user": "postgres", "group": "postgres", "cwd": data}
        subprocess.run(
            [POSTGRESQL / "initdb", "-A", "trust", "-E", "UTF8", "--locale", "C.UTF-8", "-D", data],
            check=True, stdout=subprocess.DEVNULL, **options,
        )
        self.launch(
            [POSTGRESQL / "postgres", "-D", data, "-p", str(self.database), "-k", data, "-h", "127.0.0.1", "-F"],
            self.database, **options,
        )
        self.environment = {
            **os.environ, "PGHOST": "127.0.0.1", "PGPORT": str(self.database), "PGUSER": "postgres",
        }
        for _ in range(100):
            if subprocess.run([POSTGRESQL / "pg_isready", "-q"], env=self.environment).returncode == 0:
                return
            time.sleep(0.1)
        raise SystemExit("PostgreSQL does not accept connections")

    def sql(self, database, commands):
        subprocess.run(
            ["psql", "-q", "-X", "-v", "ON_ERROR_STOP=1", "-d", database], input=commands, text=True, check=True,
            stdout=subprocess.DEVNULL, env=self.environment,
        )


class DAViCal(DatabaseServer):
    home = "/caldav.php/u/"
    setup = Path("/usr/share/davical/dba/create-database.sh")
    modules = Path("/usr/lib/apache2/modules")

    @classmethod
    def is_installed(cls):
        needed = cls.setup.exists() and POSTGRESQL.name and list(cls.modules.glob("libphp*.so"))
        return bool(needed) and os.getuid() == 0

    def command(self):
        modules = [
            ("mpm_prefork", "mod_mpm_prefork.so"), ("authz_core", "mod_authz_core.so"),
            ("dir", "mod_dir.so"), ("php", next(self.modules.glob("libphp*.so")).name),
        ]
        (self.folder / "apache.conf").write_text(
            "".join(f"LoadModule {name}_module {self.modules}/{file}\n" for name, file in modules)
            + f"Listen 127.0.0.1:{self.port}\nServerName 127.0.0.1\nUser www-data\nGroup www-data\n"
            f"PidFile {self.folder}/apache.pid\nErrorLog {self.folder}/apache.log\nDefaultRuntimeDir {self.folder}\n"
            "DocumentRoot /usr/share/davical/htdocs\nDirectoryIndex index.php\n"
            "<Directory /usr/share/davical/htdocs>\n  Require all granted\n  AcceptPathInfo On\n</Directory>\n"
            '<FilesMatch "\\.php$">\n  SetHandler application/x-httpd-php\n</FilesMatch>\n'
            "php_value include_path /usr/share/awl/inc\n"
        )
        return ["apache2", "-D", "FOREGROUND", "-f", str(self.folder / "apache.conf")]

    def start(self):
        self.start_database()
        subprocess.run(
            ["sh", self.setup, "davical", "p"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT,
            env=self.environment, cwd=self.folder,
        )
        self.sql("davical", """
            INSERT INTO usr (user_no, active, email_ok, updated, username, password, fullname, email)
                VALUES (100, TRUE, current_date, current_date, 'u', '**p', 'U', 'u@example.com');
            INSERT INTO principal (type_id, user_no, displayname, default_privileges)
                VALUES (1, 100, 'U', 0::BIT(24));
        """)
        # The package's configuration does not name a server, so libpq reads it from the environment.
        del self.environment["PGUSER"]
        self.launch(self.command(), self.port, env=self.environment)


class SOGo(DatabaseServer):
    home = "/SOGo/dav/u/Calendar/"

    @staticmethod
    def is_installed():
        needed = shutil.which("sogod") and shutil.which("memcached") and POSTGRESQL.name
        return bool(needed) and os.getuid() == 0

    def command(self):
        address = f"postgresql://postgres@127.0.0.1:{self.database}/sogo"
        tables = {
            "SOGoProfileURL": "sogo_user_profile", "OCSFolderInfoURL": "sogo_folder_info",
            "OCSSessionsFolderURL": "sogo_sessions_folder", "OCSEMailAlarmsFolderURL": "sogo_alarms_folder",
        }
        settings = {
            **{name: f"{address}/{table}" for name, table in tables.items()},
            "SOGoUserSources": f'({{type = sql; id = users; viewURL = "{address}/sogo_users"; canAuthenticate = YES; '
            "isAddressBook = NO; userPasswordAlgorithm = plain;})",
            "SOGoMemcachedHost": f"127.0.0.1:{self.memory}", "SOGoAppointmentSendEMailNotifications": "NO",
            "SOGoTimeZone": "Europe/Berlin", "WOWorkersCount": "2", "WONoDetach": "YES",
            "WOPort": f"127.0.0.1:{self.port}", "WOLogFile": "-", "WOPidFile": f"{self.folder}/sogo/sogo.pid",
        }
        return ["sogod", *[word for name, value in settings.items() for word in (f"-{name}", value)]]

    def start(self):
        self.start_database()
        self.memory = free_port()
        self.launch(
            ["memcached", "-l", "127.0.0.1", "-p", str(self.memory), "-U", "0", "-u", "nobody"], self.memory
        )
        self.sql("postgres", "CREATE DATABASE sogo;")
        self.sql("sogo", """
            CREATE TABLE sogo_users (c_uid TEXT PRIMARY KEY, c_name TEXT, c_password TEXT, c_cn TEXT, mail TEXT);
            INSERT INTO sogo_users VALUES ('u', 'u', 'p', 'U', 'u@example.com');
        """)
        (self.folder / "sogo").mkdir()
        shutil.chown(self.folder / "sogo", "sogo", "sogo")
        self.launch(
            self.command(), self.port, user="sogo", group="sogo", extra_groups=[], cwd=self.folder / "sogo",
            env={**os.environ, "HOME": str(self.folder / "sogo")},
        )


SERVERS = {"radicale": Radicale, "xandikos": Xandikos, "cyrus": Cyrus, "davical": DAViCal, "sogo": SOGo}
