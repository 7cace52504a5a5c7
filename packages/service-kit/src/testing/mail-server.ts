import { createServer, type Socket } from 'node:net'

const DATA = /\r\n\.\r\n$/

/** A silent one never acknowledges a mail. */
export async function startMailServer(port = 0, { isSilent = false } = {}) {
  const mails: string[] = []
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    socket.setEncoding('utf8').write('220 test\r\n')
    let mail: string | null = null
    socket.on('data', (text: string) => {
      if (mail === null) {
        if (/^DATA/i.test(text)) mail = ''
        socket.write(mail === '' ? '354 go on\r\n' : '250 fine\r\n')
        return
      }
      mail += text
      if (!DATA.test(mail)) return
      mails.push(mail)
      mail = null
      if (!isSilent) socket.write('250 taken\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    mails: mails as readonly string[],
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
