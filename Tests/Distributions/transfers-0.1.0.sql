-- A store of version 0.1.0: one download that waits. Scripts/check-distributions and OlderSchemaTests make databases of it.
PRAGMA application_id = 1382246484;
PRAGMA user_version = 1;
PRAGMA journal_mode = WAL;
BEGIN TRANSACTION;
CREATE TABLE events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, transfer INTEGER NOT NULL, time INTEGER NOT NULL,
    kind TEXT NOT NULL, detail TEXT, state TEXT NOT NULL, reasons TEXT,
    bytes_done INTEGER NOT NULL, bytes_total INTEGER, attempts INTEGER NOT NULL,
    retry_at INTEGER, error TEXT);
INSERT INTO "events" VALUES(1,1,1795686245858,'added',NULL,'waiting',NULL,0,NULL,0,NULL,NULL);
CREATE TABLE queue (one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL,
    held INTEGER NOT NULL);
INSERT INTO "queue" VALUES(1,1,0);
CREATE TABLE transfers (
    id INTEGER PRIMARY KEY AUTOINCREMENT, revision INTEGER NOT NULL, session TEXT NOT NULL,
    kind TEXT NOT NULL, url TEXT NOT NULL, destination TEXT, source TEXT, mode INTEGER NOT NULL,
    overwrites INTEGER NOT NULL, condition TEXT NOT NULL, stability INTEGER NOT NULL,
    priority INTEGER NOT NULL, key TEXT, family TEXT, sha256 BLOB, limit_rate INTEGER,
    attempt_limit INTEGER, created_at INTEGER NOT NULL, not_before INTEGER, deadline INTEGER,
    on_deadline TEXT NOT NULL, secrets TEXT, delivery TEXT NOT NULL, state TEXT NOT NULL,
    reasons TEXT, partial TEXT, upload TEXT, bytes_done INTEGER NOT NULL, bytes_total INTEGER,
    attempts INTEGER NOT NULL, progress TEXT NOT NULL, retry_at INTEGER, error TEXT,
    ended_at INTEGER,
    file TEXT, place TEXT, told INTEGER, acknowledged_at INTEGER);
INSERT INTO "transfers" VALUES(1,1,'default','download','http://192.0.2.1:8080/waiting','/root/waiting.bin',NULL,420,0,'{"constraints":{"allowsExpensiveNetworkAccess":true,"allowsConstrainedNetworkAccess":true,"unknownMetering":"allow","requiresCertainty":false,"withinPlan":false,"onPace":false,"prohibitedInterfaceTypes":[],"prohibitedPlaces":[],"allowsUltraConstrainedNetworkAccess":true,"requiresIPv4":false,"requiresIPv6":false,"requiresDNS":false,"allowsVPN":true,"allowsRoaming":true,"requiresValidation":false},"demands":[],"isNegated":false}',0,1,'map',NULL,NULL,NULL,NULL,1795686245858,NULL,NULL,'fail',NULL,'{"attempts":0,"isDone":false}','waiting',NULL,NULL,NULL,0,NULL,0,'{"highest":0,"failingFor":0,"failures":0,"tlsFailures":0,"refusals":0,"strangers":0}',NULL,NULL,NULL,NULL,'/root/waiting.bin',NULL,NULL);
CREATE INDEX transfers_by_revision ON transfers(revision);
CREATE INDEX open_transfers ON transfers(id) WHERE ended_at IS NULL;
CREATE INDEX ended_transfers ON transfers(ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX untold_transfers ON transfers(id) WHERE told = 0 AND ended_at IS NOT NULL;
CREATE UNIQUE INDEX transfers_by_key ON transfers(session, key)
    WHERE key IS NOT NULL AND ended_at IS NULL;
CREATE UNIQUE INDEX transfers_by_place ON transfers(place)
    WHERE place IS NOT NULL AND ended_at IS NULL;
CREATE INDEX transfers_by_family ON transfers(family, session) WHERE family IS NOT NULL;
CREATE INDEX open_families ON transfers(family, session)
    WHERE family IS NOT NULL AND ended_at IS NULL;
CREATE INDEX untold_families ON transfers(family, session)
    WHERE family IS NOT NULL AND told = 0;
CREATE INDEX events_by_transfer ON events(transfer, sequence);
INSERT INTO "sqlite_sequence" VALUES('transfers',1);
INSERT INTO "sqlite_sequence" VALUES('events',1);
COMMIT;
