import { startEmbeddedPostgres } from './embedded-postgres.ts'

/** A start of its own, for tests that kill it: `testing-start.ts FOLDER` prints the database's address. */
const dataFolder = process.argv[2]!
try {
  const { url, stop } = await startEmbeddedPostgres({
    dataFolder,
    onFailure: (error) => console.error(error.message),
  })
  process.on('SIGTERM', () => void stop().then(() => process.exit(0)))
  setInterval(() => undefined, 60_000)
  console.log(url)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
