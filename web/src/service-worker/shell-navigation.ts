/** Paths that only machines ask for; a screen may share a word with a call (/organization, /ledger). */
const NOT_SCREENS = /^\/(assets|user|services|sync|health)(\/|$)/

/** Whether the app's shell answers this request: every screen's address, however deep, and never a call or a file of the build. */
export function isShellNavigation(mode: string, path: string): boolean {
  return mode === 'navigate' && !NOT_SCREENS.test(path)
}
