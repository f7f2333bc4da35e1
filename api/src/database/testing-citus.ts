import pg from 'pg'

/**
 * Puts into a database what the server and its commands ask of the extension Citus, in a schema of its own that is searched
 * before the catalogue. It moves no row: it notes what it was told. New connections see it.
 */
export async function pretendCitus(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      CREATE SCHEMA pretended;
      CREATE TABLE pretended.pg_extension (extname name, extversion text);
      INSERT INTO pretended.pg_extension VALUES ('citus', '13.2-1');
      CREATE TABLE pretended.pg_dist_node (shouldhaveshards boolean, noderole text, isactive boolean);
      INSERT INTO pretended.pg_dist_node VALUES (true, 'primary', true);
      CREATE TABLE pretended.pg_dist_partition (nth serial, logicalrelid regclass, by text, beside text);
      CREATE FUNCTION pretended.citus_is_coordinator() RETURNS boolean LANGUAGE sql AS 'SELECT true';
      CREATE FUNCTION pretended.create_reference_table(which regclass) RETURNS void LANGUAGE sql
        AS 'INSERT INTO pretended.pg_dist_partition (logicalrelid) VALUES (which)';
      CREATE FUNCTION pretended.create_distributed_table(which regclass, by text, colocate_with text) RETURNS void LANGUAGE sql
        AS 'INSERT INTO pretended.pg_dist_partition (logicalrelid, by, beside) VALUES (which, by, colocate_with)';
      CREATE FUNCTION pretended.truncate_local_data_after_distributing_table(which regclass) RETURNS void LANGUAGE sql AS '';
      DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET search_path = public, pretended, pg_catalog', current_database());
      END $$`)
  } finally {
    await client.end()
  }
}

/** What it was told, in order. */
export const toldToCitus = async (pool: Pick<pg.Pool, 'query'>) =>
  (
    await pool.query<{ name: string; by: string | null; beside: string | null }>(
      `SELECT relname AS name, by, beside FROM pretended.pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid ORDER BY nth`,
    )
  ).rows
