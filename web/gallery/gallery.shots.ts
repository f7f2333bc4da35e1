import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takePictures } from './camera.ts'
import { writePage, type Shot } from './report.ts'
import type { Scene } from './scene.ts'
import { SCENES } from './scenes.ts'
import { useTabletFonts } from './tablet-fonts.ts'
import { DATA, openStage, type DataName, type Stage } from './stage.ts'

const folder = resolve(import.meta.dirname, '../../.gallery')
const wanted = (process.env['GALLERY_ONLY'] ?? '').split('\n').filter(Boolean)
const isWanted = ({ screen, name }: Scene) =>
  wanted.length === 0 || wanted.some((word) => `${screen} ${name}`.toLowerCase().includes(word.toLowerCase()))
const fileName = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

let stage: Stage
const shots: Shot[] = []
const complaints: string[] = []

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  useTabletFonts()
  stage = await openStage()
})
afterAll(async () => {
  await stage.close()
  writePage(folder, shots)
  report()
})

for (const data of DATA) {
  const scenes = SCENES.filter((scene) => isWanted(scene) && scene.data.includes(data))
  describe.runIf(scenes.length > 0)(data, () => {
    test.each(scenes.map((scene) => ({ title: `${scene.screen}: ${scene.name}`, scene })))(
      '$title',
      async ({ scene }) => expect(await photograph(scene, data)).toEqual([]),
    )
  })
}

/** Takes the pictures of a scene; returns what the page's own code threw. */
async function photograph(scene: Scene, data: DataName): Promise<string[]> {
  const set = await stage.of(data)
  const here = { ...set, data, url: stage.server.url, stage }
  const about = `${scene.screen}, ${scene.name}, ${data}`
  try {
    await scene.open(here)
    const name = [scene.screen, scene.name, data].map(fileName).join('.')
    const { pictures, faults } = await takePictures(here.page, folder, name)
    shots.push({ screen: scene.screen, name: scene.name, data, pictures, faults })
  } finally {
    await scene.leave?.(here)
  }
  const said = set.complaints.splice(0).filter((words) => !(scene.noise?.test(words) ?? false))
  complaints.push(...said.map((words) => `${about}: ${words}`))
  return set.errors.splice(0)
}

function report(): void {
  const count = shots.flatMap(({ pictures }) => pictures).length
  const faults = shots.flatMap(({ screen, name, data, faults: { overflows, cut } }) => [
    ...overflows.map((size) => `wider than the screen: ${screen}, ${name}, ${data}, ${size}`),
    ...cut.map((words) => `cut: ${screen}, ${name}, ${data}, ${words}`),
  ])
  console.log([`${count} pictures in .gallery/index.html`, ...complaints, ...faults].join('\n'))
}
