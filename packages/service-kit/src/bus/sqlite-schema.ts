import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { ConfigError } from '../config.ts'

const SCHEMA_VERSION = 5

/**
 * `places` holds each durable's cursor per subject, including subjects it no longer subscribes to (`asked` is 0).
 * `removed` holds the newest event of each subject that left the log: a follower that had not reached it missed some.
 * `events_in_order` includes the times: in the table they come after the data, which may fill hundreds of pages.
 * `parked` has copies, since the log forgets events earlier.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, subject TEXT NOT NULL, data TEXT NOT NULL,
    at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS events_in_order ON events (subject, seq, at);
  CREATE TABLE IF NOT EXISTS places (
    durable TEXT NOT NULL, subject TEXT NOT NULL, seq INTEGER NOT NULL, asked INTEGER NOT NULL,
    PRIMARY KEY (durable, subject)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS pending (
    durable TEXT NOT NULL, seq INTEGER NOT NULL, attempt INTEGER NOT NULL, due INTEGER NOT NULL,
    outages INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (durable, seq)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS pending_by_due ON pending (durable, due);
  CREATE INDEX IF NOT EXISTS pending_by_seq ON pending (seq);
  CREATE TABLE IF NOT EXISTS parked (
    durable TEXT NOT NULL, id TEXT NOT NULL, subject TEXT NOT NULL, data TEXT NOT NULL, attempts INTEGER NOT NULL,
    error TEXT NOT NULL, publishedAt INTEGER NOT NULL, parkedAt INTEGER NOT NULL, PRIMARY KEY (durable, id)
  );
  CREATE INDEX IF NOT EXISTS parked_by_age ON parked (parkedAt);
  CREATE TABLE IF NOT EXISTS removed (subject TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TRIGGER IF NOT EXISTS note_removed AFTER DELETE ON events BEGIN
    INSERT INTO removed (subject, seq) VALUES (old.subject, old.seq)
    ON CONFLICT (subject) DO UPDATE SET seq = max(seq, excluded.seq);
  END;
  PRAGMA user_version = ${SCHEMA_VERSION};
`

const FROM_VERSION_3 = 'ALTER TABLE pending ADD COLUMN outages INTEGER NOT NULL DEFAULT 0'

const FROM_VERSION_2 = 'DROP INDEX IF EXISTS events_by_subject'

const FROM_VERSION_1 = `
  INSERT INTO places SELECT i.durable, i.subject, c.seq, 1 FROM interests i JOIN cursors c USING (durable);
  DROP TABLE interests;
  DROP TABLE cursors;
`

/** Creates the tables or updates those of an older release. Throws for those of a newer one. */
export function prepareSchema(db: DatabaseSyncInstance): void {
  const { user_version: version } = db.prepare('PRAGMA user_version').get()
  if (version > SCHEMA_VERSION)
    throw new ConfigError(
      `its format version is ${version}, from a newer release of this program, and this one knows ${SCHEMA_VERSION}: run that release instead`,
    )
  if (version === SCHEMA_VERSION) return
  db.exec(SCHEMA)
  if (!hasOutages(db)) db.exec(FROM_VERSION_3)
  db.exec(FROM_VERSION_2)
  if (version === 1) db.exec(FROM_VERSION_1)
}

function hasOutages(db: DatabaseSyncInstance): boolean {
  return db.prepare("SELECT 1 FROM pragma_table_info('pending') WHERE name = 'outages'").get() !== undefined
}
