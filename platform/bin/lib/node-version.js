const NEEDED = [20, 19]

/** Ends the process with one line where this Node is too old to run anything of ours. */
export function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return
  process.stderr.write(
    `Node ${NEEDED.join('.')} or newer is needed; this is ${process.versions.node}: see nodejs.org\n`,
  )
  process.exit(1)
}
