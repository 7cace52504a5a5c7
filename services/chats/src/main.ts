import { runService } from '@aangan/service-kit/service'
import { buildChats } from './app.ts'
import { ChatsConfig } from './config.ts'

await runService({ name: 'chats', config: ChatsConfig, needs: ['store', 'bus', 'identity'], build: buildChats })
