import { useEffect, useState } from 'react'
import { OfflineError, serverFile } from '../../data/people/server-call.ts'

const FILE = '/third-party-notices.txt'

interface Notices {
  state: 'loading' | 'offline' | 'failed' | 'there'
  text: string
}

/** The licenses of what others made. They stay on the server: a tablet needs its room for the clinic's records. */
export function useNotices(): Notices {
  const [notices, setNotices] = useState<Notices>({ state: 'loading', text: '' })
  useEffect(() => {
    let shown = true
    const tell = (heard: Notices) => {
      if (shown) setNotices(heard)
    }
    serverFile(FILE)
      .then(async ({ blob }) => tell({ state: 'there', text: await blob.text() }))
      .catch((error: unknown) =>
        tell({ state: error instanceof OfflineError ? 'offline' : 'failed', text: '' }),
      )
    return () => {
      shown = false
    }
  }, [])
  return notices
}
