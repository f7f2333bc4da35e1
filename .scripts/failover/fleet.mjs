// The tablets of the proof in one process, bundled by tablets.mjs. It is told what to do, and answers each with one message.
import '../../web/src/sync/testing/cheap-host.ts'
import { Dice } from '../../web/src/sync/testing/dice.ts'
import { HttpTablet } from '../../web/src/sync/testing/http-tablet.ts'

const tablets = []
const saved = []
/** By mutation: the statuses that it was acknowledged with, and when first. */
const acknowledged = new Map()
let meanMs = 500
let dice = new Dice(1)

const watching = {
  saved: (id) => saved.push(id),
  acknowledged(id, status) {
    const known = acknowledged.get(id)
    if (known) known.statuses.push(status)
    else acknowledged.set(id, { at: Date.now(), statuses: [status] })
  },
}

async function work(tablet, isOn) {
  while (isOn()) {
    // Exponential: as often at once as after a long while.
    await new Promise((next) => setTimeout(next, -Math.log(1 - dice.next()) * meanMs))
    if (isOn()) await tablet.act()
  }
}

let turn = 0
let workers = []
const tasks = {
  async start({ url, people, seed, mean }) {
    dice = new Dice(seed)
    meanMs = mean
    for (const [nth, who] of people.entries())
      tablets.push(await HttpTablet.signIn(url, who, new Dice(seed * 1000 + nth), watching))
  },
  /** `but`: the person at that tablet has gone home. */
  work({ but } = {}) {
    const mine = ++turn
    workers = tablets.filter((_, nth) => nth !== but).map((tablet) => work(tablet, () => turn === mine))
  },
  async rest() {
    turn++
    await Promise.all(workers)
    workers = []
  },
  act: ({ nth }) => tablets[nth].act(),
  acknowledged: () => [...acknowledged].map(([id, { at, statuses }]) => ({ id, at, statuses })),
  count: () => ({ acknowledged: acknowledged.size, saved: saved.length }),
  saved: () => saved,
  states: () => Promise.all(tablets.map((tablet) => tablet.state())),
  digests: () =>
    Promise.all(tablets.map(async (tablet) => ({ org: tablet.org, of: await tablet.digests() }))),
  differences: async () =>
    (await Promise.all(tablets.map((tablet) => tablet.differences()))).reduce((sum, one) => sum + one, 0),
  async stop() {
    await Promise.all(tablets.map((tablet) => tablet.stop()))
  },
}

async function answer({ nth, task, given }) {
  try {
    process.send({ nth, value: await tasks[task](given) })
  } catch (error) {
    process.send({ nth, error: String(error?.stack ?? error) })
  }
}
process.on('message', (asked) => void answer(asked))
process.on('disconnect', () => process.exit(0))
