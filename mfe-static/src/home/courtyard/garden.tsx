/** The vanishing point. */
const VANISHING = { x: 380, y: 300 }
const BACK = 378
const FRONT = 470

export function Floor() {
  return (
    <g>
      <defs>
        <clipPath id="courtyard-floor">
          <path d={FLOOR} />
        </clipPath>
      </defs>
      <path fill="var(--floor)" d={FLOOR} />
      <path clipPath="url(#courtyard-floor)" stroke="var(--floor-line)" strokeWidth="1.2" d={tiles()} />
      <path fill="var(--shade)" opacity="0.35" d="M104 378h552l6 6H98z" />
    </g>
  )
}

const FLOOR = 'M104 378H656L760 407V470H0V407z'

function tiles(): string {
  const nearness = (BACK - VANISHING.y) / (FRONT - VANISHING.y)
  const columns = Array.from({ length: 25 }, (_, index) => {
    const x = VANISHING.x + (index - 12) * 74
    return `M${VANISHING.x + (x - VANISHING.x) * nearness} ${BACK}L${x} ${FRONT}`
  })
  const rows = [386, 397, 412, 433, 460].map((y) => `M0 ${y}H760`)
  return [...columns, ...rows].join('')
}

/** A chalk pattern in front of the steps. */
export function Rangoli() {
  const petals = Array.from({ length: 12 }, (_, index) => index * 30)
  return (
    <g transform="translate(380 412) scale(1 0.26)">
      <circle r="60" fill="none" stroke="var(--chalk)" strokeWidth="3" />
      {petals.map((angle) => (
        <g key={angle} transform={`rotate(${angle})`}>
          <path fill={angle % 60 ? 'var(--chalk)' : 'var(--marigold)'} d="M0-22q12 15 0 32q-12-17 0-32z" />
          <circle cy="-47" r="5" fill={angle % 60 ? 'var(--bloom)' : 'var(--chalk)'} />
        </g>
      ))}
      <circle r="9" fill="var(--bloom)" />
    </g>
  )
}

/** Holy basil on its pedestal, with a lamp. */
export function Tulsi() {
  return (
    <g transform="translate(250 0)">
      <ellipse cx="4" cy="412" rx="42" ry="6" fill="var(--floor-line)" opacity="0.6" />
      <path fill="var(--trim)" d="M-32 402h64v8h-64zM-25 395h50v7h-50z" />
      <path fill="var(--wall-right)" d="M-19 362h38v33h-38z" />
      <path fill="var(--shade)" opacity="0.5" d="M9 362h10v33H9z" />
      <path fill="var(--deep)" d="M-8 392v-12q0-6 8-9q8 3 8 9v12z" />
      <circle cy="385" r="26" fill="url(#courtyard-glow)" opacity="var(--glow)" />
      <path fill="var(--marigold)" d="M0 380q3 4 0 7q-3-3 0-7z" />
      <path fill="var(--pot)" d="M-5 388h10l-2 4h-6z" />
      <path fill="var(--trim)" d="M-25 355h50l-4 8h-42z" />
      <path stroke="var(--trunk)" strokeWidth="2" fill="none" d="M0 356v-26M0 346l-11-14M0 344l12-15" />
      <path fill="var(--leaf-dark)" d="M-22 338q-4-14 10-18q2-14 14-12q14-2 14 12q12 6 6 18q-8 8-20 4q-14 5-24-4z" />
      <path fill="var(--leaf)" d="M-15 332q-2-10 8-12q4-10 12-7q10 1 8 11q6 5 0 10q-14 5-28-2z" />
      <path fill="var(--leaf-light)" d="M-6 322q1-8 8-7q5 4 1 8q-5 3-9-1z" />
    </g>
  )
}

/** Flower pots in front of the left wing, and a bougainvillea. */
export function Pots() {
  return (
    <g>
      <Bougainvillea />
      <ellipse cx="66" cy="424" rx="64" ry="7" fill="var(--floor-line)" opacity="0.6" />
      <Broadleaf />
      <path fill="var(--pot)" d="M22 390h40l-6 34H28z" />
      <path fill="var(--pot-rim)" d="M19 385h46v8H19z" />
      <path fill="var(--leaf)" d="M86 402q-16-6-12-22q12 4 14 16q0-18 12-24q8 12-4 26q10-8 20-2q-4 12-20 10z" />
      <path fill="var(--pot)" d="M76 403h32l-5 22H81z" />
      <path fill="var(--pot-rim)" d="M73 399h38v6H73z" />
      <g fill="var(--marigold)">
        <circle cx="76" cy="384" r="4" />
        <circle cx="100" cy="376" r="4" />
        <circle cx="112" cy="396" r="4" />
        <circle cx="90" cy="391" r="4" />
      </g>
    </g>
  )
}

function Broadleaf() {
  return (
    <g>
      <path fill="var(--leaf-dark)" d="M42 388C20 372-2 346 2 306c26 14 40 44 40 82z" />
      <path fill="var(--leaf)" d="M42 388c-8-34-4-70 18-92c16 30 8 66-18 92z" />
      <path fill="var(--leaf-light)" d="M42 388c6-26 22-44 50-48c-2 26-22 44-50 48z" />
      <path
        stroke="var(--leaf-light)"
        strokeWidth="1.2"
        fill="none"
        d="M42 388C34 356 20 330 8 314M42 388c2-30 8-60 17-84"
      />
    </g>
  )
}

function Bougainvillea() {
  return (
    <g>
      <path fill="none" stroke="var(--trunk)" strokeWidth="2.5" d="M8 400C-2 330 12 280 6 220S14 120 0 70" />
      <path fill="var(--leaf)" d="M-10 44q26-8 34 14q22 6 14 26q12 18-8 28q-2 22-22 20q6 26-8 40l-10 6z" />
      <path
        fill="var(--bloom)"
        d="M-6 52q16-10 22 6q18-2 16 16q12 10 0 20q2 16-14 16q-4 16-18 12q-12-32-6-70z"
        opacity="0.92"
      />
      <g fill="var(--petal)" opacity="0.55">
        <circle cx="8" cy="70" r="2.5" />
        <circle cx="21" cy="82" r="2.5" />
        <circle cx="10" cy="98" r="2.5" />
        <circle cx="24" cy="66" r="2" />
        <circle cx="3" cy="114" r="2" />
      </g>
    </g>
  )
}

/** A frangipani on a round platform. */
export function Tree() {
  return (
    <g>
      <path
        fill="var(--trunk)"
        d="M662 408c4-30 2-52-6-78c-6-20-20-32-30-46l6-4c12 12 22 18 28 30c2-22 0-44-8-62l7-2c9 20 12 42 10 64c8-16 22-24 36-32l4 6c-18 12-32 30-34 56c-2 26 0 44 4 68z"
      />
      <path fill="var(--leaf-dark)" d={CROWN} />
      <path
        fill="var(--leaf)"
        d="M604 264q-14-26 10-40q-2-30 28-32q14-24 40-12q32-4 36 24q24 12 14 36q-20 18-42 8q-20 20-44 10q-24 18-42 6z"
      />
      <path
        fill="var(--leaf-light)"
        d="M640 206q14-18 34-8q18 2 18 16q-12 12-28 6q-18 4-24-14zM696 232q12-8 20 2q2 10-10 12q-12-2-10-14z"
      />
      {BLOSSOMS.map(([x, y]) => (
        <Blossom key={`${x}-${y}`} x={x} y={y} />
      ))}
      <path fill="var(--trim)" d="M612 408q0-7 58-7t58 7v5q0 8-58 8t-58-8z" />
      <path fill="var(--wall-right)" d="M612 413q0 8 58 8t58-8v14q0 8-58 8t-58-8z" />
      <path fill="var(--shade)" opacity="0.4" d="M690 420.5q38-1.5 38-7.5v14q0 6-38 7.5z" />
      <Blossom x={640} y={444} />
      <Blossom x={596} y={430} />
    </g>
  )
}

const CROWN =
  'M590 268q-16-24 8-44q-4-36 34-40q16-30 54-18q36-6 44 28q32 14 22 46q4 24-24 28q-24 18-48 4q-26 18-50 2q-26 10-40-6z'

const BLOSSOMS = [
  [618, 236],
  [650, 200],
  [684, 190],
  [716, 214],
  [700, 250],
  [664, 240],
  [632, 262],
  [738, 246],
  [604, 214],
] as const

function Blossom({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <g fill="var(--petal)">
        {[0, 72, 144, 216, 288].map((angle) => (
          <ellipse key={angle} cy="-4" rx="2.4" ry="4" transform={`rotate(${angle})`} />
        ))}
      </g>
      <circle r="1.8" fill="var(--marigold)" />
    </g>
  )
}
