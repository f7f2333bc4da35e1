import { deviceCookieName } from 'sync-protocol/wire/device-cookie'

/** The page's cookies and address, as far as the device's cookie needs them. */
export interface CookiePage {
  cookie: string
  port: string
  secure: boolean
}

/** A service worker has no cookies. */
export const browserPage: CookiePage = {
  get cookie() {
    return typeof document === 'undefined' ? '' : document.cookie
  },
  set cookie(text) {
    document.cookie = text
  },
  get port() {
    return typeof location === 'undefined' ? '' : location.port
  },
  get secure() {
    return location.protocol === 'https:'
  },
}

/** The device that the server's cookie names. */
export function namedDevice({ cookie, port }: CookiePage): string | undefined {
  const prefix = `${deviceCookieName(port)}=`
  const found = cookie.split('; ').find((each) => each.startsWith(prefix))
  return found === undefined ? undefined : found.slice(prefix.length)
}
