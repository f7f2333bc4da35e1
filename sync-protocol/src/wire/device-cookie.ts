/** As long as browsers keep a cookie at most: 400 days, in seconds. */
const MAX_AGE_S = 400 * 24 * 3600

/** Cookies know no ports: two servers under one name each have their own. */
export const deviceCookieName = (port: string): string => (port === '' ? 'device' : `device-${port}`)

/**
 * The cookie that names a tablet's device, so that a browser which deleted the database can be told to have (sync contract
 * T7). Scripts read it, also offline; it proves nothing and opens nothing.
 */
export function deviceCookie(name: string, device: string, secure: boolean): string {
  return `${name}=${device}; Max-Age=${MAX_AGE_S}; Path=/; SameSite=Strict${secure ? '; Secure' : ''}`
}
