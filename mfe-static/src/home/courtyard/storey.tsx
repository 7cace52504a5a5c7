/** Centres of the four windows, aligned with the arcade's bays; the balcony is above the middle one. */
const WINDOWS = [164, 272, 488, 596]

export function Storey() {
  return (
    <g>
      <path fill="var(--trim)" d={merlons()} />
      <rect x="110" y="112" width="540" height="120" fill="var(--wall)" />
      <rect x="104" y="106" width="552" height="9" rx="2" fill="var(--trim)" />
      <rect x="110" y="115" width="540" height="5" fill="var(--shade)" opacity="0.35" />
      {WINDOWS.map((x) => (
        <ShutteredWindow key={x} x={x} />
      ))}
      <Balcony />
    </g>
  )
}

/** The pointed stones on the parapet. */
function merlons(): string {
  const stones = Array.from({ length: 30 }, (_, index) => `M${111 + index * 18} 107v-5q0-5 8-8q8 3 8 8v5z`)
  return stones.join('')
}

function ShutteredWindow({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path fill="var(--trim)" d="M-21 206v-46q0-16 21-25q21 9 21 25v46z" />
      <path fill="var(--pane)" d="M-16 202v-40q0-13 16-20q16 7 16 20v40z" />
      <path stroke="var(--trim)" strokeWidth="1.5" fill="none" d="M0 142v60M-16 170h32" />
      <Shutter side={-1} />
      <Shutter side={1} />
      <rect x="-26" y="206" width="52" height="5" rx="1" fill="var(--trim)" />
      <rect x="-24" y="211" width="48" height="3" fill="var(--shade)" opacity="0.4" />
    </g>
  )
}

function Shutter({ side }: { side: 1 | -1 }) {
  return (
    <g transform={`scale(${side} 1)`}>
      <path fill="var(--door)" d="M18 164l14-5v45l-14 2z" />
      <path
        stroke="var(--door-panel)"
        strokeWidth="2"
        d="M20 170l10-3M20 177l10-3M20 184l10-3M20 191l10-2.5M20 198l10-2"
      />
    </g>
  )
}

/** A jharokha: a roofed balcony on corbels. */
function Balcony() {
  return (
    <g>
      <path fill="var(--shade)" opacity="0.35" d="M336 140h98v74l-14 12h-70z" />
      <path fill="var(--wall-right)" d="M338 136h84v66h-84z" />
      <path fill="var(--pane)" d="M352 200v-36q2-8 8-9q2-8 9-9q4-6 11-8q7 2 11 8q7 1 9 9q6 1 8 9v36z" />
      <path fill="var(--door)" d="M352 200v-36q2-8 8-9l4 0v45zM408 200v-36q-2-8-8-9l-4 0v45z" />
      <path fill="var(--trim)" d="M330 136q6-8 12-9h76q6 1 12 9z" />
      <path fill="var(--wall-right)" d="M346 127q-2-24 34-38q36 14 34 38z" />
      <path fill="none" stroke="var(--shade)" opacity="0.6" d="M364 127q-2-20 16-36q18 16 16 36" />
      <path fill="var(--marigold)" d="M378.5 90v-9q1.5-5 1.5-8q0 3 1.5 8v9z" />
      <circle cx="380" cy="84" r="3" fill="var(--marigold)" />
      <path fill="var(--trim)" d="M332 182h96v20h-96z" />
      <path fill="none" stroke="var(--shade)" strokeWidth="1.2" d={LATTICE} />
      <path fill="var(--trim)" d="M330 179h100v4h-100zM330 201h100v5h-100z" />
      <path fill="var(--wall-right)" d="M338 206h84l-10 18h-64z" />
      <path fill="var(--shade)" opacity="0.5" d="M350 206h10l-2 18h-6zM400 206h10l-2 18h-6zM375 206h10l-2 18h-6z" />
    </g>
  )
}

const LATTICE = Array.from({ length: 8 }, (_, index) => `M${335 + index * 11.5} 184l11 16m0-16l-11 16`).join('')
