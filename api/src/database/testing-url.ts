/** Migrated once a run and copied for each test file. */
export const templateName = 'template_migrated'

export function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
