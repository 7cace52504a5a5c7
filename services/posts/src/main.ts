import { runService } from '@aangan/service-kit/service'
import { buildPosts } from './app.ts'
import { PostsConfig } from './config.ts'

await runService({ name: 'posts', config: PostsConfig, needs: ['store', 'bus', 'identity'], build: buildPosts })
