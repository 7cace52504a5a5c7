/** Sky, sun (a moon at dusk), a distant town, a kite. */
export function Sky() {
  return (
    <>
      <defs>
        <linearGradient id="courtyard-sky" x1="0" y1="0" x2="0" y2="0.5">
          <stop offset="0" stopColor="var(--sky-high)" />
          <stop offset="1" stopColor="var(--sky-low)" />
        </linearGradient>
      </defs>
      <rect width="760" height="250" fill="url(#courtyard-sky)" />
      <circle cx="548" cy="62" r="54" fill="var(--sun)" opacity="0.25" />
      <circle cx="548" cy="62" r="32" fill="var(--sun)" />
      <path fill="var(--far)" d={TOWN} />
      <path
        fill="none"
        stroke="var(--bird)"
        strokeWidth="1.6"
        strokeLinecap="round"
        d="M196 46q6-7 11 0q5-7 11 0M230 62q5-6 9 0q4-6 9 0M176 70q4-5 7 0q4-5 8 0"
      />
      <Kite />
    </>
  )
}

const TOWN =
  'M96 130V92h34v-8h10V70q0-12 14-18q14 6 14 18v14h10v8h52v-14h26v14h44V78h8q0-14 16-20q16 6 16 20h8v14h60v-10h40v10' +
  'h36V72h6q0-10 10-14q10 4 10 14h6v20h60v-16h30v16h48v38z'

function Kite() {
  return (
    <g>
      <path fill="none" stroke="var(--bird)" strokeWidth="0.7" d="M434 42C410 66 360 84 300 112" />
      <path fill="var(--kite)" d="M424 26l20 6l4 22l-21-7z" />
      <path fill="var(--marigold)" d="M424 26l24 28l-21-7z" />
      <path fill="none" stroke="var(--kite)" strokeWidth="1.4" d="M448 54q8 4 5 10t5 11" />
    </g>
  )
}
