import type { Place, Told } from './live-hub.ts'

/** An event is one line: what ends one in JSON text, or in a tablet's reading of it, is written as JSON can. */
const oneLine = (json: string) =>
  json
    .replaceAll(/[\n\r]/g, ' ')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

const event = (data: string) => `event: change\ndata: ${data}\n\n`

/** What an organization's listeners are told: how far the feed has come, and by which page, given as JSON text. */
export const toldOf = ({ head, epoch, page }: Place & { page?: string }): Told => ({
  head,
  epoch,
  short: event(JSON.stringify({ head, epoch })),
  // Bytes that all streams share, be there thousands.
  whole:
    page === undefined
      ? undefined
      : Buffer.from(event(`{"head":${head},"epoch":"${epoch}","page":${oneLine(page)}}`)),
})
