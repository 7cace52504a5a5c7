/** Centres of the five bays; each is 108 wide. */
const BAYS = [164, 272, 380, 488, 596]
const PILLARS = [218, 326, 434, 542]

/** The ground floor: a veranda behind five cusped arches. */
export function Arcade() {
  return (
    <g>
      <defs>
        <radialGradient id="courtyard-glow">
          <stop offset="0" stopColor="var(--flame)" stopOpacity="0.9" />
          <stop offset="1" stopColor="var(--flame)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="112" y="240" width="536" height="132" fill="var(--deep)" />
      <rect x="112" y="354" width="536" height="18" fill="var(--deep-floor)" />
      <Door />
      <InnerWindow x={164} />
      <InnerWindow x={596} />
      <Niche />
      <path fill="var(--wall)" fillRule="evenodd" d={`M110 232h540v140H110z${BAYS.map(archPath).join('')}`} />
      {BAYS.map((x) => (
        <path key={x} d={archPath(x)} fill="none" stroke="var(--trim)" strokeWidth="3" />
      ))}
      {PILLARS.map((x) => (
        <Pillar key={x} x={x} />
      ))}
      <Lantern x={164} />
      <Lantern x={596} />
      <Swing />
      <Eaves />
      <Steps />
    </g>
  )
}

function archPath(x: number): string {
  return (
    `M${x - 42} 372V302a12 12 0 0 1 7-17a13 13 0 0 1 15-14a16 16 0 0 1 20-15` +
    'a16 16 0 0 1 20 15a13 13 0 0 1 15 14a12 12 0 0 1 7 17V372z'
  )
}

function Pillar({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path fill="var(--shade)" opacity="0.45" d="M3 304h7v56H3z" />
      <path fill="var(--trim)" d="M-14 296h28l-3 8h-22zM-15 362h30v10h-30zM-12 356h24v6h-24z" />
      <path fill="none" stroke="var(--shade)" strokeWidth="1.2" d="M0 262l6 9l-6 9l-6-9z" />
    </g>
  )
}

function Door() {
  return (
    <g>
      <path fill="var(--trim)" d="M346 356v-76h68v76z" />
      <path fill="var(--flame)" opacity="var(--glow)" d="M352 356v-70h56v70z" />
      <path fill="var(--door)" d="M352 356v-70h27v70zM381 356v-70h27v70z" />
      <path
        fill="var(--door-panel)"
        d="M356 291h19v17h-19zM356 313h19v17h-19zM356 335h19v16h-19zM385 291h19v17h-19zM385 313h19v17h-19zM385 335h19v16h-19z"
      />
      <circle cx="376.5" cy="322" r="1.7" fill="var(--marigold)" />
      <circle cx="383.5" cy="322" r="1.7" fill="var(--marigold)" />
      <Garland />
    </g>
  )
}

/** A toran over the door, of marigolds and mango leaves. */
function Garland() {
  const drops = [346, 359.5, 373, 386.5, 400]
  return (
    <g>
      {drops.map((x) => (
        <g key={x} transform={`translate(${x} 281)`}>
          <path fill="none" stroke="var(--marigold)" strokeWidth="3" strokeLinecap="round" d="M0 0q7 8 13.5 0" />
          <path fill="var(--leaf)" d="M0 2q3 6 0 12q-3-6 0-12z" />
        </g>
      ))}
      <path fill="var(--leaf)" d="M413.5 283q3 6 0 12q-3-6 0-12z" />
    </g>
  )
}

function InnerWindow({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path fill="var(--deep-floor)" d="M-22 342v-44q0-12 22-18q22 6 22 18v44z" />
      <path fill="var(--pane)" d="M-18 338v-38q0-9 18-14q18 5 18 14v38z" />
      <path stroke="var(--deep-floor)" strokeWidth="1.5" d="M-9 288v50M0 286v52M9 288v50M-18 305h36M-18 321h36" />
    </g>
  )
}

/** A wall niche with brass pots. */
function Niche() {
  return (
    <g>
      <path fill="var(--deep-floor)" d="M250 336v-32q0-12 22-18q22 6 22 18v32z" />
      <path fill="var(--marigold)" d="M258 334q-4-10 2-13v-3h8v3q6 3 2 13z" />
      <path fill="var(--pot-rim)" d="M275 334q-6-13 4-17v-4h8v4q8 4 3 17z" />
    </g>
  )
}

function Lantern({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <circle cy="288" r="40" fill="url(#courtyard-glow)" opacity="var(--glow)" />
      <path stroke="var(--trunk)" d="M0 257v20" />
      <path fill="var(--trunk)" d="M-5 280l5-5l5 5zM-5 296h10v3H-5z" />
      <path fill="var(--flame)" d="M-5 280h10l1.5 8l-1.5 8h-10l-1.5-8z" />
    </g>
  )
}

/** A jhoola: a wooden seat on chains. */
function Swing() {
  return (
    <g>
      <path stroke="var(--trim)" strokeWidth="1.3" strokeDasharray="3 2" d="M464 268v72M512 268v72" />
      <path fill="var(--trunk)" d="M458 338h60v5h-60z" />
      <path fill="var(--bloom)" d="M462 331q0-3 3-3h46q3 0 3 3v7h-52z" />
      <path fill="var(--marigold)" d="M464 330q-1-13 6-14q9 0 10 14zM496 330q1-13 8-14q8 1 8 14z" />
    </g>
  )
}

function Eaves() {
  return (
    <g>
      <path fill="var(--shade)" opacity="0.4" d="M98 240h564l-6 10H104z" />
      <path fill="var(--trim)" d="M100 228h560l14 13H86z" />
      <path fill="var(--shade)" opacity="0.6" d="M86 241h588v2H86z" />
    </g>
  )
}

function Steps() {
  return (
    <g>
      <path fill="var(--trim)" d="M104 370h552v8H104z" />
      <path fill="var(--wall)" d="M334 374h92l4 6h-100z" />
      <path fill="var(--trim)" d="M330 380h100v3H330z" />
      <path fill="var(--wall)" d="M330 383h100l5 6H325z" />
      <path fill="var(--shade)" d="M325 389h110v3H325z" />
    </g>
  )
}
