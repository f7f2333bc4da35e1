import {
  DELETING_MANY,
  RULES,
  rulesAbroad,
  type Permission,
  type Verdict,
} from 'sync-protocol/testing/permission-table'
import { asCall, WHOSE, type Cell, type Person, type Scene } from '../testing-cells.ts'

const BALANCES = '/controlled-substances'
const drawn = {
  patientName: 'Rex',
  drugName: 'Ketamine',
  drugConcentration: 100,
  drugVolume: 0.5,
  reason: 'Castration',
}
const sheet = {
  drug_name: 'Ketamine',
  drug_concentration: 100,
  container_size: 10,
  date_start: '2026-11-01',
  date_end: '2026-11-01',
  pages: [[{ date: '2026-11-01', bottle_number: 'A1', balance: 10 }]],
}
const THIRD: Readonly<Record<keyof typeof DELETING_MANY, Person>> = {
  own: 'self',
  "with one of another's": 'other',
  "with one of another clinic's": 'stranger',
}

/** Facts are never changed; who may delete one voids it (`spec 2 §6`). */
export function factCells(scene: Scene): Cell[] {
  return [
    {
      name: 'create of a single draw',
      verdict: asCall(RULES.draws.create),
      method: 'POST',
      path: '/single-draws/canine',
      body: drawn,
    },
    {
      name: 'create of a balance sheet',
      verdict: asCall(RULES.balances.create),
      method: 'POST',
      path: `${BALANCES}/`,
      body: sheet,
    },
    ...WHOSE.flatMap(([whose, person], index) => changing(scene, whose, person, index)),
    ...deletingMany(scene),
    ...combining(scene),
  ]
}

function changing(scene: Scene, whose: string, person: Person, index: number): Cell[] {
  const [draw, balance] = [scene.make(person, 'draws'), scene.make(person, 'balances')]
  return [
    {
      name: `update of ${whose} balance sheet`,
      verdict: asCall(RULES.balances.update[index] ?? rulesAbroad('balances', 'update')),
      method: 'POST',
      path: `${BALANCES}/update/${balance}`,
      body: { container_size: 20 },
    },
    {
      name: `delete ${whose} balance sheet`,
      verdict: asCall(RULES.balances.void[index] ?? rulesAbroad('balances', 'void')),
      method: 'DELETE',
      path: `${BALANCES}/${balance}`,
      changes: [balance],
    },
    {
      name: `delete ${whose} single draw`,
      verdict: asCall(RULES.draws.void[index] ?? rulesAbroad('draws', 'void')),
      method: 'DELETE',
      path: `/single-draws/canine/${draw}`,
      changes: [draw],
    },
  ]
}

function deletingMany(scene: Scene): Cell[] {
  return Object.entries(DELETING_MANY).flatMap(([of, needs]) =>
    (['PUT', 'POST'] as const).map((method): Cell => {
      const owners = ['self', THIRD[of as keyof typeof THIRD], 'self'] as const
      const ids = owners.map((person) => scene.make(person, 'balances'))
      const others = of === "with one of another's"
      return {
        name: `delete many balance sheets by ${method}, ${of}`,
        verdict: asCall(needs),
        method,
        path: method === 'PUT' ? BALANCES : `${BALANCES}/delete-multiple`,
        body: { ids },
        changes: ids,
        ...(others
          ? {
              notice:
                "We cannot delete the selected balances because one or more are owned by other members of your organization, and you don't have permissions to delete their records.",
            }
          : {}),
      }
    }),
  )
}

/** Colleagues' sheets too: they stay as they are (Q-48). */
function combining(scene: Scene): Cell[] {
  return WHOSE.map(([whose, person]): Cell => {
    const ids = [scene.make('self', 'balances'), scene.make(person, 'balances')]
    const done: Verdict = person === 'stranger' ? 'unknown_record' : 'done'
    return {
      name: `combine with ${whose} balance sheet`,
      verdict: (perms: readonly Permission[]) => (perms.includes(1) ? done : 'forbidden'),
      method: 'POST',
      path: `${BALANCES}/combine`,
      body: { drugName: 'Ketamine', drugConcentration: 100, drugForm: 'injection', ids },
    }
  })
}
