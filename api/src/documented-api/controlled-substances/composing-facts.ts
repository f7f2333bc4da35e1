import { contentIn } from 'sync-protocol/records/kinds'
import { randomBytes } from 'node:crypto'
import { contentFault } from 'sync-protocol/merge/content-fault'
import type { BalanceContent } from 'sync-protocol/records/balance'
import type { DrawContent } from 'sync-protocol/records/draw'
import type { SyncRecord } from 'sync-protocol/records/envelope'
import { id as anId } from 'sync-protocol/records/fields'
import { uuidv7 } from 'sync-protocol/records/uuid'
import {
  combiningBalances,
  savingBalance,
  savingDraw,
  voidingBalances,
  voidingDraws,
} from 'sync-protocol/rules/balance-intents'
import { combineBalances, combineNotices, COMBINE_MISMATCH } from 'sync-protocol/rules/combine-balances'
import { mayChange } from 'sync-protocol/rules/permissions'
import { sameSubstance, type Substance } from 'sync-protocol/rules/substances'
import { ProtocolError } from 'sync-protocol/wire/errors'
import type { Composed, Look } from '../../sync/call-job.ts'
import { callText } from '../call-text.ts'
import type { Writing } from '../composing.ts'
import { itemOf } from '../item.ts'

type FactCollection = 'draws' | 'balances'

const newId = (now: string) => uuidv7(Date.parse(now), randomBytes(16))
const unknownRecord = () => new ProtocolError('not_found', 'This record does not exist.')

const answersItem =
  (collection: FactCollection, id: string, more: object = {}) =>
  async (look: Look) => {
    const [record] = await look.records(collection, [id])
    if (!record) throw new Error(`${collection}/${id} was written and is not there`)
    return { success: true, item: itemOf(record), ...more }
  }

function refuseFaulty(collection: FactCollection, content: DrawContent | BalanceContent): void {
  const fault = contentFault(collection, content)
  if (fault) throw new ProtocolError('invalid', fault.message, fault.field ? { field: fault.field } : {})
}

export const insertingDraw =
  (content: DrawContent, { now }: Writing) =>
  async (): Promise<Composed> => {
    const id = newId(now)
    refuseFaulty('draws', content)
    return { intents: [savingDraw(content, id)], answer: answersItem('draws', id) }
  }

/** What a sheet cites the clinic must have, voided or not, and of the same drug. */
async function refuseStrangers(look: Look, content: BalanceContent): Promise<void> {
  const check = async (collection: FactCollection, ids: readonly string[], field: string) => {
    const refuse = (message: string) => new ProtocolError('invalid', message, { field })
    const records = await look.records(collection, ids)
    if (records.length < ids.length) throw refuse(unknownRecord().message)
    if (!records.every((record) => sameSubstance(contentIn(collection, record.content ?? {}), content))) {
      throw refuse(callText.otherDrug)
    }
  }
  const draws = content.pages.flat().flatMap(({ draw_id }) => (draw_id === undefined ? [] : [draw_id]))
  if (draws.length > 0) await check('draws', [...new Set(draws)], 'draw_id')
  if (content.previous_id !== undefined) await check('balances', [content.previous_id], 'previous_id')
}

export const insertingBalance =
  (content: BalanceContent, { now }: Writing) =>
  async (look: Look): Promise<Composed> => {
    const id = newId(now)
    refuseFaulty('balances', content)
    await refuseStrangers(look, content)
    return { intents: [savingBalance(content, id)], answer: answersItem('balances', id) }
  }

/** A fact stays as it is, whoever asks; that of nobody does not exist. */
export const refusingUpdate =
  (id: string) =>
  async (look: Look): Promise<Composed> => {
    const [record] = await look.records('balances', [id])
    if (!record || record.voided) throw unknownRecord()
    throw new ProtocolError('immutable', callText.sheetStays)
  }

/** Records that stand, each once, in the order in which they were named. */
async function currentRecords(
  look: Look,
  collection: FactCollection,
  ids: readonly string[],
): Promise<SyncRecord[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
  if (!wanted.every((id) => anId.safeParse(id).success)) throw unknownRecord()
  const records = (await look.records(collection, wanted)).filter(({ voided }) => !voided)
  if (records.length < wanted.length) throw unknownRecord()
  return records
}

export interface Voiding {
  collection: FactCollection
  ids: readonly string[]
  /** Why; one is said where the caller says none. */
  reason?: string | undefined
  seen?: number | undefined
  /** Which of the collection the call is about. */
  isMeant?: (record: SyncRecord) => boolean
}

/** Deleting is voiding: who, when and why are kept. All of them or none. */
export const voidingFacts =
  ({ collection, ids, reason = '', seen, isMeant = () => true }: Voiding, { user_id }: Writing) =>
  async (look: Look): Promise<Composed> => {
    const records = await currentRecords(look, collection, ids)
    if (!records.every(isMeant)) throw unknownRecord()
    const acting = { user_id, perms: look.perms }
    if (!records.every((record) => mayChange(acting, record))) {
      const things = collection === 'balances' ? 'balances' : 'single draws'
      throw new ProtocolError(
        'forbidden',
        ids.length > 1 ? callText.othersRecords(things) : callText.notYours,
      )
    }
    if (seen !== undefined && records.some(({ version }) => version !== seen)) {
      throw new ProtocolError('conflict', callText.changedMeanwhile, { field: 'if-match' })
    }
    const why = reason.trim() === '' ? callText.deletedByCall : reason
    const voiding = collection === 'balances' ? voidingBalances : voidingDraws
    return {
      intents: voiding(records, why),
      answer: async () => ({ success: true, deleted: records.length }),
    }
  }

export interface Combining extends Substance {
  /** In any case; balance sheets are of 'injection'. */
  drug_form: string
  ids: readonly string[]
}

/** One sheet of several, by the same rule as the tablet's; what does not match is refused with the screen's message. */
export const combining =
  ({ ids, drug_form, ...substance }: Combining, { now }: Writing) =>
  async (look: Look): Promise<Composed> => {
    const records = await currentRecords(look, 'balances', ids)
    const sources = records.map(({ _id, content }) => ({
      _id,
      content: contentIn('balances', content ?? {}),
    }))
    const refuse = (message: string) => new ProtocolError('invalid', message, { field: 'ids' })
    const meant = sources.every(
      ({ content }) =>
        sameSubstance(content, substance) && content.drug_form === drug_form.trim().toLowerCase(),
    )
    if (!meant) throw refuse(COMBINE_MISMATCH)
    const made = combineBalances(sources)
    if ('error' in made) throw refuse(made.error)
    const id = newId(now)
    const { warning } = combineNotices(sources.map(({ content }) => content))
    const { content, dropped, gaps } = made
    return {
      intents: [combiningBalances(content, id)],
      answer: answersItem('balances', id, { dropped, gaps, ...(warning === null ? {} : { warning }) }),
    }
  }
