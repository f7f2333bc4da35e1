import { unzlibSync } from 'fflate'

/** One piece of text on a page: where its baseline starts, from the page's top left, and how large it is. */
interface PdfText {
  text: string
  x: number
  y: number
  size: number
  font: string
}
export interface PdfPage {
  mediaBox: number[]
  texts: PdfText[]
  /** Distances from the page's top at which a horizontal line or the edge of a box stands. */
  rules: number[]
}

type Objects = ReadonlyMap<string, { head: string; stream: string }>

function objectsOf(file: Uint8Array): Objects {
  const text = new TextDecoder('latin1').decode(file)
  const found = new Map<string, { head: string; stream: string }>()
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [whole, number = '', body = ''] = match
    const start = body.indexOf('stream\n')
    if (start < 0) {
      found.set(number, { head: body, stream: '' })
      continue
    }
    const offset = match.index + whole.indexOf(body) + start + 'stream\n'.length
    const length = Number(/\/Length (\d+)/.exec(body)?.[1])
    const bytes = unzlibSync(file.subarray(offset, offset + length))
    found.set(number, { head: body.slice(0, start), stream: new TextDecoder('latin1').decode(bytes) })
  }
  return found
}

const follow = (objects: Objects, head: string, name: string) =>
  objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? '') ?? { head: '', stream: '' }

const fromHex = (hex: string) =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16)))

/** For each font its name and what each of its glyphs stands for, as a reader that searches the text has it. */
function fontsOf(objects: Objects): Map<string, { name: string; glyphs: Map<string, string> }> {
  const resources = [...objects.values()].find(({ head }) => head.includes('/ProcSet'))?.head ?? ''
  return new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, id = '', number = '']) => {
      const head = objects.get(number)?.head ?? ''
      const map = follow(objects, head, 'ToUnicode').stream
      const glyphs = [...map.matchAll(/^<([0-9a-f]{4})><([0-9a-f]+)>$/gim)]
      return [
        id,
        {
          name: /\/BaseFont \/(\S+)/.exec(head)?.[1] ?? '',
          glyphs: new Map(
            glyphs.map(([, glyph = '', letters = '']) => [glyph.toLowerCase(), fromHex(letters)]),
          ),
        },
      ] as const
    }),
  )
}

/** The text of a PDF, read from its bytes without the library that wrote it; for tests. */
export function readPdf(file: Uint8Array): PdfPage[] {
  const objects = objectsOf(file)
  const fonts = fontsOf(objects)
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map(({ head }) => {
      const mediaBox = (/\/MediaBox \[([^\]]*)\]/.exec(head)?.[1] ?? '').trim().split(/\s+/).map(Number)
      const height = mediaBox[3] ?? 0
      const { stream } = follow(objects, head, 'Contents')
      const shown = stream.matchAll(
        /BT\n\/(F\d+) ([\d.]+) Tf\n([\d.]+) TL\n[\s\S]*?\n([\d.-]+) ([\d.-]+) Td\n((?:(?:T\* )?<[0-9a-f]*> Tj\n)+)ET/g,
      )
      const texts = [...shown].flatMap(([, id = '', size, leading, x, y, lines = '']) => {
        const font = fonts.get(id)
        return [...lines.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = ''], nth): PdfText => {
          const letters = (hex.match(/.{4}/g) ?? []).map((glyph) => font?.glyphs.get(glyph) ?? '<missing>')
          return {
            text: letters.join(''),
            x: Number(x),
            y: height - Number(y) + nth * Number(leading),
            size: Number(size),
            font: font?.name ?? '',
          }
        })
      })
      const lines = [...stream.matchAll(/[\d.]+ ([\d.]+) m\n[\d.]+ ([\d.]+) l/g)]
      const boxes = [...stream.matchAll(/[\d.]+ ([\d.]+) [\d.]+ (-?[\d.]+) re/g)]
      const rules = [
        ...lines.filter(([, y1, y2]) => y1 === y2).map(([, y]) => height - Number(y)),
        ...boxes.flatMap(([, y, high]) => [height - Number(y), height - Number(y) - Number(high)]),
      ]
      return { mediaBox, texts, rules }
    })
}
