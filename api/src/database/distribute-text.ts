/** The words of `npm run distribute`. */
export const distributeText = {
  usage: 'Usage: npm run distribute',
  embedded:
    'The embedded database cannot be distributed. Set DATABASE_URL to a PostgreSQL with the extension Citus. Nothing was changed.',
  noExtension:
    'This database does not have the extension Citus. Install it on each node, and say CREATE EXTENSION citus there. Nothing was changed.',
  tooOld: (version: string, oldest: number) =>
    `This database has Citus ${version}. Version ${oldest} or newer is needed. Nothing was changed.`,
  notCoordinator:
    'This node is not the coordinator of the cluster. Set DATABASE_URL to the coordinator. Nothing was changed.',
  noNode:
    "No node takes data. Add one with SELECT citus_add_node('name', 5432), or let the coordinator take data: SELECT citus_set_coordinator_host('name', 5432), then SELECT citus_set_node_property('name', 5432, 'shouldhaveshards', true). Nothing was changed.",
  notMigrated:
    'This database is from an earlier version. Start the server once, stop it, then try again. Nothing was changed.',
  notOwner: (role: string) =>
    `The role ${role} does not own the tables. Set DATABASE_OWNER_URL to the same database as their owner. Nothing was changed.`,
  notAlone: (others: number) =>
    `${others === 1 ? 'One other connection is' : `${others} other connections are`} open to this database. Stop each server and each pooler, then try again. Nothing was changed.`,
  demonstration:
    'The demonstration is in this database, and could not be removed any more. Remove it first: npm run remove-demonstration. Nothing was changed.',
  already: 'The tables are distributed already. Nothing was changed.',
  lost: (table: string, before: number, after: number) =>
    `${table} had ${before} rows and would have ${after}. Nothing was changed.`,
  done: (rows: number, tables: number) =>
    `${rows} ${rows === 1 ? 'row' : 'rows'} of ${tables} tables are distributed. Start the server as before.`,
}
