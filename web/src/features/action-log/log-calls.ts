import { logPeopleReply, logReply, type LogFilter, type LogReply } from 'sync-protocol/wire/action-log'
import { serverCall, serverFile } from '../../data/people/server-call.ts'

const PATH = '/organization/action-log'

function query(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return new URLSearchParams(given).toString()
}

/** One page of the server's log; it is on no tablet. */
export const readLog = async (
  filter: LogFilter,
  more: { cursor?: string; received_since?: string } = {},
): Promise<LogReply> => logReply.parse(await serverCall('GET', `${PATH}?${query({ ...filter, ...more })}`))

export const readPeople = async () => logPeopleReply.parse(await serverCall('GET', `${PATH}/people`)).people

export const readCsv = (filter: LogFilter) => serverFile(`${PATH}/export?${query(filter)}`)
