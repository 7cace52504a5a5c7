/** A `BroadcastChannel` between the tabs of a browser. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage'>

/** Where storage is blocked, Firefox refuses a channel too: the tab is then alone. */
export function openChannel(name: string): Channel {
  try {
    return new BroadcastChannel(name)
  } catch (error) {
    if (error instanceof DOMException) return { postMessage() {}, onmessage: null }
    throw error
  }
}
