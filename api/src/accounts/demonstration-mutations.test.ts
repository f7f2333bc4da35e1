import { PROTOCOL } from 'sync-protocol/wire/version'
import { randomUUID } from 'node:crypto'
import type { DrugContent } from 'sync-protocol/records/drug'
import type { Collection } from 'sync-protocol/records/envelope'
import { kinds } from 'sync-protocol/records/kinds'
import { mutation as mutationSchema } from 'sync-protocol/records/mutation'
import { MemoryStore } from 'sync-protocol/testing/memory-store'
import { describe, expect, test } from 'vitest'
import { demonstrationFacts } from './demonstration-facts.ts'
import { demonstrationMutations } from './demonstration-mutations.ts'

const facts = demonstrationFacts()
const AT = '2026-11-20T10:00:00.000Z'
const mutations = demonstrationMutations(facts, randomUUID, AT, 999)
const created = mutations.flatMap(({ ops }) => ops.flatMap((op) => (op.op === 'create' ? [op] : [])))
const of = <C>(collection: Collection) =>
  created.filter((op) => op.collection === collection).map(({ _id, content }) => ({ _id, ...(content as C) }))
const drugs = of<DrugContent>('drugs')

describe('[Q-151] the demonstration library', () => {
  test('is mutations and records by the schemas', () => {
    expect(mutations.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7])
    for (const each of mutations) expect(mutationSchema.safeParse(each).error).toBeUndefined()
    for (const { collection, content } of created) {
      expect({
        collection,
        content,
        wrong: kinds[collection].content.safeParse(content).error?.issues,
      }).toEqual({
        collection,
        content,
        wrong: undefined,
      })
    }
    expect(new Set(created.map(({ _id }) => _id)).size).toBe(created.length)
  })

  test('is taken as it is by a store', async () => {
    const store = new MemoryStore(randomUUID())
    const speaker = {
      org_id: randomUUID(),
      user_id: randomUUID(),
      user_name: 'Lee Lead',
      org_name: 'Demo',
      perms: [1, 3],
    }
    const device = { device: randomUUID(), lane: randomUUID() }
    await store.registerDevice(speaker, { protocol: PROTOCOL, ...device, block: 0 }, AT)
    const request = { protocol: PROTOCOL, epoch: store.epoch, ...device, sent_at: AT, mutations }
    const { results, head } = await store.push(speaker, request, AT)
    expect(results.map(({ status }) => status)).toEqual(mutations.map(() => 'applied'))
    expect(head).toBe(7)
  })

  test('has every fact once for each species that it is for', () => {
    const counts = Object.fromEntries(mutations.map(({ ops }) => [ops[0]?.collection, ops.length]))
    expect(counts).toEqual({
      sections: 9,
      drugs: 31 + 12,
      fluids: 12,
      anesthesia_protocols: 9,
      emergency_protocols: 2,
      procedures: 26,
      injections: 15,
    })
  })

  test('sections take keys from the first on, and a class by their title', () => {
    const sections = of<{ key: number; title_p: string; drug_class?: string }>('sections')
    expect(sections.map(({ key, title_p, drug_class }) => [key, title_p, drug_class])).toEqual([
      [999, 'Tranquilizers/Sedatives', 'tranquilizer'],
      [1000, 'Opioids', 'opioid'],
      [1001, 'Induction Agents', 'induction'],
      [1002, 'Anticholinergics', 'anticholinergic'],
      [1003, 'Local Anesthetics', 'local-anesthetic'],
      [1004, 'NSAIDs', undefined],
      [1005, 'Reversal Agents', 'antagonist'],
      [1006, 'Supportive Medications', undefined],
      [1007, 'Euthanasia Solutions', undefined],
    ])
  })

  const capOf = ({ cap_mg }: { cap_mg?: number | undefined }) => (cap_mg === undefined ? {} : { cap_mg })

  test('every drug has the numbers of its fact, and -1 where it is not used', () => {
    for (const fact of facts.drugs) {
      const drug = drugs.find(({ name, section_key }) => name === fact.name && section_key !== -2)
      expect(drug).toMatchObject({
        concentration: fact.concentration,
        dosage: [fact.canine?.dosage ?? -1, fact.feline?.dosage ?? -1],
        dosage_from: [-1, -1],
        dosage_to: [-1, -1],
        limits: [fact.canine, fact.feline].map(
          (dosed) => dosed && { min: dosed.range[0], max: dosed.range[1], ...capOf(dosed) },
        ),
        route: [fact.route, fact.route],
        controlled: fact.controlled,
        species: [...(fact.canine ? [0] : []), ...(fact.feline ? [1] : [])],
      })
      expect(drug?.schedule ?? null).toBe(fact.schedule)
    }
    const acepromazine = drugs.find(({ name }) => name === 'Acepromazine')
    expect(acepromazine?.limits?.map((limits) => limits?.cap_mg)).toEqual([3, 1])
    for (const fact of facts.emergency_drugs) {
      expect(drugs.find(({ name, section_key }) => name === fact.name && section_key === -2)).toMatchObject({
        concentration: fact.concentration,
        dosage: [-1, -1],
        dosage_from: [fact.canine?.from ?? -1, fact.feline?.from ?? -1],
        dosage_to: [fact.canine?.to ?? -1, fact.feline?.to ?? -1],
        controlled: false,
      })
    }
    expect(drugs.find(({ name }) => name === 'Carprofen')).toMatchObject({ species: [0], dosage: [4.4, -1] })
  })

  test('a protocol copies its drugs with its own dosages and the controlled flag', () => {
    const protocols = of<{
      name: string
      species: number
      sections: { key: number; drugs: object[] }[]
      fluids?: object[]
    }>('anesthesia_protocols')
    const spay = protocols.find(({ name }) => name.startsWith('Spay/Neuter A'))
    const ketamine = drugs.find(({ name }) => name === 'Ketamine')
    expect(spay?.sections[2]).toEqual({
      key: 1001,
      title_s: 'Induction Agent',
      title_p: 'Induction Agents',
      drugs: [
        {
          name: 'Ketamine',
          concentration: 100,
          dosage: 5,
          dosage_from: -1,
          dosage_to: -1,
          route: 'IV',
          form: 'INJECTION',
          controlled: true,
          schedule: 'III',
          source_id: ketamine?._id,
        },
      ],
    })
    expect(spay?.fluids).toEqual([{ name: "Lactated Ringer's", rate: 5 }])
    for (const [i, fact] of facts.anesthesia_protocols.entries()) {
      const dosages = protocols[i]?.sections.flatMap((section) => section.drugs) as {
        name: string
        dosage: number
      }[]
      expect(dosages.map(({ name, dosage }) => [name, dosage])).toEqual(
        fact.sections.flatMap((section) => section.drugs.map(({ name, dosage }) => [name, dosage])),
      )
      expect(protocols[i]?.species).toBe(fact.species === 'canine' ? 0 : 1)
      expect(protocols[i]?.fluids ?? []).toEqual(fact.fluids)
    }
  })

  test('an emergency protocol has the low and high dosage of its species', () => {
    const [canine, feline] = of<{
      species: number
      drugs: { name: string; dosage_from: number; dosage_to: number }[]
    }>('emergency_protocols')
    expect([canine?.species, feline?.species]).toEqual([0, 1])
    expect(canine?.drugs.find(({ name }) => name.startsWith('Lidocaine'))).toMatchObject({
      dosage: -1,
      dosage_from: 2,
      dosage_to: 4,
      concentration: 20,
    })
    expect(feline?.drugs.map(({ name }) => name)).toEqual(facts.emergency_protocols[1]?.drugs)
  })

  test('a fluid whose rate differs is one record for each species', () => {
    const fluids = of<{ name: string; species: number[]; rate: number }>('fluids')
    expect(
      fluids.filter(({ name }) => name === 'Hetastarch').map(({ species, rate }) => [species, rate]),
    ).toEqual([
      [[0], 5],
      [[1], 2],
    ])
  })
})
