import type { Op } from 'sync-protocol/records/mutation'
import { expect, test } from 'vitest'
import { draw } from 'sync-protocol/testing/examples'
import { saveAs } from '../data/outbox/save.ts'
import { localWork } from '../data/people/local-work.ts'
import { checkEnd } from './testing/check-fleet.ts'
import { FleetPeople } from './testing/fleet-people.ts'
import { FleetServer, type FleetUser } from './testing/fleet-server.ts'
import { FleetDevice } from './testing/fleet-device.ts'
import { LibraryPeople } from './testing/library-people.ts'
import { runFleet } from './testing/run-fleet.ts'

const from = Number(import.meta.env['FLEET_SEED'] ?? 1)
const rounds = Number(import.meta.env['FLEET_ROUNDS'] ?? 2)
const steps = Number(import.meta.env['FLEET_STEPS'] ?? 200)

/** Seeds that failed once stay. */
const onceFailed = [2, 7, 11, 35]
const seeds = [...new Set([...onceFailed, ...Array.from({ length: rounds }, (_, index) => from + index)])]

test.each(seeds)(
  '[L6] [P1] [D1] a server restored from an old backup gets back from its tablets what it lost, once (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    const report = await runFleet(seed, steps, (dice) => new FleetPeople(dice), 6, {
      restore: true,
      integration: true,
    })
    expect(report.saved).toBeGreaterThan(0)
  },
)

test.each(seeds)(
  '[L6] [P1] a server whose disk was put back without a word hears of it from its tablets, and gets back what it lost (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    const report = await runFleet(seed, steps, (dice) => new FleetPeople(dice), 6, {
      restore: true,
      silently: true,
      events: seed % 2 === 0,
    })
    expect(report.saved).toBeGreaterThan(0)
  },
)

test('[L6] [M10] a table that was kept apart and gone on with comes back as it stood (seed 300114, which failed once)', async () => {
  const report = await runFleet(300114, 300, undefined, 6, { restore: true, integration: true, burst: 30 })
  expect(report.saved).toBeGreaterThan(0)
}, 120_000)

test('[L6] [D1] [T3] what is brought back for another and is too large by then stays with them (seed 16000623, which failed once)', async () => {
  const report = await runFleet(16000623, 150, (dice) => new LibraryPeople(dice), 3, {
    restore: true,
    burst: 30,
  })
  expect(report.saved).toBeGreaterThan(0)
}, 120_000)

const id = (kind: string, n: number) =>
  `0193aaaa-0000-7000-8000-${kind.repeat(10)}${String(n).padStart(2, '0')}`
const [EPOCH, NEXT_EPOCH] = [id('e', 1), id('e', 2)]

test('[L6] [P1] [D1] three tablets newer than the backup, one without a network all the time, one whose user was removed', async () => {
  const [ana, ben, dan, zoe] = ['Ana', 'Ben', 'Dan', 'Zoe'].map((name, n): FleetUser => ({
    id: id('a', n),
    name,
    perms: [1, 2],
  })) as [FleetUser, FleetUser, FleetUser, FleetUser]
  const org = id('0', 1)
  const server = new FleetServer(org, EPOCH, [ana, ben, dan, zoe])
  const users = [ana, ben, dan]
  const tablets = users.map((_, n) => new FleetDevice(server, n + 1)) as [
    FleetDevice,
    FleetDevice,
    FleetDevice,
  ]
  const takes = (n: number, patient_name: string) => {
    const tablet = tablets[n]!
    const sheet_data = { patient_name, reason: 'Castration', species: 0 } as const
    return saveAs(
      tablet.clinic,
      { ...tablet.saver, user_id: users[n]!.id },
      {
        action: 'draw.create',
        ops: [{ op: 'create', collection: 'draws', _id: tablet.newId(), content: draw({ sheet_data }) }],
      },
    )
  }
  for (const [n, tablet] of tablets.entries()) {
    await tablet.start()
    await tablet.signIn(users[n]!)
    await takes(n, `Before, of ${users[n]!.name}`)
    await tablet.round()
  }
  const restore = server.backup()
  for (const [n, tablet] of tablets.entries()) {
    await takes(n, `Since, of ${users[n]!.name}`)
    await tablet.round()
  }
  await takes(1, 'Never sent, of Ben')
  server.removeUser(dan.id)
  restore(NEXT_EPOCH)
  const facts = () =>
    server.store
      .allRecords(org)
      .filter(({ collection }) => collection === 'draws')
      .map(({ content, meta }) => {
        const { patient_name } = (content ?? {})['sheet_data'] as { patient_name: string }
        return `${patient_name}: ${meta.author_name}`
      })
      .sort()
  expect(facts()).toEqual(['Before, of Ana: Ana', 'Before, of Ben: Ben', 'Before, of Dan: Dan'])
  await tablets[2].signOut()
  await tablets[2].signIn(zoe)
  for (let time = 0; time < 4; time++) for (const tablet of [tablets[0], tablets[2]]) await tablet.round()
  expect(facts()).not.toContain('Since, of Ben: Ben')
  for (let time = 0; time < 4; time++) for (const tablet of tablets) await tablet.round()
  expect(facts()).toEqual(
    ['Ana', 'Ben', 'Dan']
      .flatMap((name) => [`Before, of ${name}: ${name}`, `Since, of ${name}: ${name}`])
      .concat('Never sent, of Ben: Ben')
      .sort(),
  )
  for (const { clinic } of tablets) {
    expect(await clinic.outbox.count()).toBe(0)
    expect(await clinic.table('draws').count()).toBe(7)
  }
})

test('[L6] the feed went on past what a standby lacked: a quiet tablet, which saw no failure, shows what was taken', async () => {
  const [ana, ben] = ['Ana', 'Ben'].map((name, n): FleetUser => ({
    id: id('a', n),
    name,
    perms: [1, 2],
  })) as [FleetUser, FleetUser]
  const server = new FleetServer(id('0', 1), EPOCH, [ana, ben])
  const [quiet, other] = [new FleetDevice(server, 1), new FleetDevice(server, 2)]
  const takes = async (tablet: FleetDevice, patient_name: string) => {
    const content = draw({ sheet_data: { patient_name, reason: 'Castration', species: 0 } })
    const ops: Op[] = [{ op: 'create', collection: 'draws', _id: tablet.newId(), content }]
    await saveAs(tablet.clinic, tablet.saver, { action: 'draw.create', ops })
    await tablet.round()
  }
  for (const [tablet, user] of [
    [quiet, ana],
    [other, ben],
  ] as const) {
    await tablet.start()
    await tablet.signIn(user)
    await tablet.round()
  }
  const promote = server.backup()
  await takes(quiet, 'Acknowledged')
  promote(EPOCH)
  for (const patient of ['One', 'Two', 'Three']) await takes(other, patient)
  for (let time = 0; time < 3; time++) for (const tablet of [quiet, other]) await tablet.round()
  const patients = server.store
    .allRecords(server.orgId)
    .filter(({ collection }) => collection === 'draws')
    .map(({ content }) => ((content ?? {})['sheet_data'] as { patient_name: string }).patient_name)
  expect(patients.sort()).toEqual(['Acknowledged', 'One', 'Three', 'Two'])
})

test('[L6] [P1] [T3] a change that was too large stays whole with its person when the epoch that took the empty one is lost', async () => {
  const ana: FleetUser = { id: id('a', 1), name: 'Ana', perms: [1, 2] }
  const server = new FleetServer(id('0', 1), EPOCH, [ana])
  const tablet = new FleetDevice(server, 1)
  await tablet.start()
  await tablet.signIn(ana)
  await tablet.round()
  const restore = server.backup()
  const content = draw({ sheet_data: { patient_name: 't1t', reason: 'Castration', species: 0 } })
  const { mutation_id } = await saveAs(tablet.clinic, tablet.saver, {
    action: 'draw.create',
    ops: [{ op: 'create', collection: 'draws', _id: tablet.newId(), content }],
  })
  server.mostBytes = 500
  await tablet.round()
  const { outcomes } = server.store.organization(server.orgId)
  expect(outcomes.get(mutation_id)?.status).toBe('applied')
  server.mostBytes = Infinity
  restore(NEXT_EPOCH)
  for (let time = 0; time < 3; time++) await tablet.round()
  expect(server.store.organization(server.orgId).outcomes.size).toBe(0)
  const [held] = await localWork(tablet.clinic)
  expect(held).toMatchObject({ id: mutation_id, user_name: 'Ana', entered: { ops: [{ content }] } })
  const entered = { tablet, mutation_id, user_id: ana.id, marks: ['t1t'] }
  await checkEnd(server, [tablet], [entered], true)
  await expect(checkEnd(server, [tablet], [entered], false)).rejects.toThrow('[P1]')
  await tablet.clinic.kept.clear()
  await expect(checkEnd(server, [tablet], [entered], true)).rejects.toThrow('[P1]')
})
