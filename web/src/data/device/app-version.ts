/** As `package.json` has it; a test compares. */
export const APP_VERSION = '1.0.0'

/** The hash in the name of the file that this is bundled into; a file that is not bundled has none. */
const build = /-([\w-]{6,})\.js$/.exec(import.meta.url)?.[1]

/** The version, and which build of it runs. */
export const appVersion = (): string => (build === undefined ? APP_VERSION : `${APP_VERSION} (${build})`)
