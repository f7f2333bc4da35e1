import './species-picture.css'

export interface SpeciesPictureProps {
  species: 'canine' | 'feline' | 'unset'
  /** Width and height in px. */
  size?: number
  /** Without it the picture is decoration: a word stands beside it. */
  label?: string
}

const LINES = {
  canine: (
    <>
      <path d="M33 25c-4 6-5 13-5 21 0 5 3 8 5 12 2 5 2 9 5 13 3 3 6 5 10 5s7-2 10-5c3-4 3-8 5-13 2-4 5-7 5-12 0-8-1-15-5-21" />
      <path d="M33 25c4-4 9-6 15-6s11 2 15 6" />
      <path d="M33 25c-8-2-15 3-18 12-2 7-2 14 1 19 2 4 6 4 8 0l4-10" />
      <path d="M63 25c8-2 15 3 18 12 2 7 2 14-1 19-2 4-6 4-8 0l-4-10" />
      <path d="M48 66v4m0 0c-2 2-5 2-7 0m7 0c2 2 5 2 7 0" />
      <path className="species-fill" d="M42.5 58c0-2 2.5-3 5.5-3s5.5 1 5.5 3-3 6-5.5 6-5.5-4-5.5-6Z" />
      <circle className="species-fill" cx="38.5" cy="43" r="2.4" />
      <circle className="species-fill" cx="57.5" cy="43" r="2.4" />
    </>
  ),
  feline: (
    <>
      <path d="M38 30c3-1 6-2 10-2s7 1 10 2l14-12c2-1 3 0 3 2l1 22c2 4 2 7 2 10 0 14-13 24-30 24S18 66 18 52c0-3 0-6 2-10l1-22c0-2 1-3 3-2Z" />
      <path d="M48 61v4m0 0c-2 3-5 3-8 1m8-1c2 3 5 3 8 1" />
      <path d="M27 57 10 54m17 9-15 4m57-10 17-3m-17 9 15 4" />
      <path
        className="species-fill"
        d="M44 57h8c1 0 1 1 .5 1.5L49 61.5c-.5.5-1.5.5-2 0l-3.5-3C43 58 43 57 44 57Z"
      />
      <path className="species-fill" d="M31 48c2-4 7-4 9 0-2 3-7 3-9 0Zm25 0c2-4 7-4 9 0-2 3-7 3-9 0Z" />
    </>
  ),
  unset: (
    <>
      <circle cx="48" cy="48" r="31" strokeDasharray="4 6.82" />
      <path d="M48 36v24M36 48h24" />
    </>
  ),
}

/** The same two pictures wherever a species matters. */
export function SpeciesPicture({ species, size = 96, label }: SpeciesPictureProps) {
  const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg className={`species species-${species}`} viewBox="0 0 96 96" width={size} height={size} {...name}>
      {LINES[species]}
    </svg>
  )
}
