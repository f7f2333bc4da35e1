/** Row types for kysely, one entry a table. A query over a column that is not named here does not compile. */
export interface Tables {
  migration_checksums: MigrationChecksum
}

interface MigrationChecksum {
  name: string
  sha256: string
}
