/**
 * Paths that the server answers itself: calls, files of the build, the documentation of the calls, and what a tablet needs to
 * trust the server. A screen may share a word with a call (/organization, /ledger).
 */
const NOT_SCREENS =
  /^\/(assets|user|services|sync|health|livez|readyz|metrics|documentation|new|library|trust|ca\.crt)(\/|$)|^\/(organization|setup)\/./

/** Whether the app's shell answers this request: every screen's address, however deep, and never a call or a file of the build. */
export function isShellNavigation(mode: string, path: string): boolean {
  return mode === 'navigate' && !NOT_SCREENS.test(path)
}
