import { runService } from '@aangan/service-kit/service'
import { buildPosts } from './app.ts'
import { PostsConfig } from './config.ts'

await runService('posts', PostsConfig, buildPosts)
