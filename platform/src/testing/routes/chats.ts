import { SESSION_COOKIE } from '@aangan/contracts/account-constants'
import { onChat, type Route, SIGNED_IN, withJson } from '../route-subjects.ts'

export const ROUTES: Record<string, Route> = {
  'GET /chats': { answers: SIGNED_IN },
  'POST /chats': {
    answers: [401, 201, 400],
    make: async ({ owner: { id } }) => ({ request: { json: { receiverId: id } } }),
  },
  'GET /chats/data': { answers: SIGNED_IN },
  'GET /chats/{id}': { answers: [401, 404, 200], make: onChat('/chats/{id}') },
  'GET /chats/between/{userId}/{otherUserId}': { answers: [401, 403, 200], make: onChat('/chats/between/{between}') },
  'PUT /chats/read/{id}': { answers: [401, 404, 200], make: onChat('/chats/read/{id}') },
  'PUT /chats/block/{id}': { answers: [401, 404, 200], make: onChat('/chats/block/{id}', { isBlocked: true }) },
  'GET /chats/mails': { answers: SIGNED_IN },
  'PUT /chats/mails': { answers: SIGNED_IN, make: withJson({ isOn: true }) },
  'GET /chats/mails/stop': { answers: [303, 303, 303] },
  'POST /chats/mails/stop': { answers: [404, 404, 404], make: withJson({ token: SESSION_COOKIE }) },
  'POST /chats/mails/start': { answers: [404, 404, 404], make: withJson({ token: SESSION_COOKIE }) },
  'GET /messages/{chatId}': { answers: [401, 404, 200], make: onChat('/messages/{id}') },
  'POST /messages/{chatId}': { answers: [401, 404, 201], make: onChat('/messages/{id}', { text: 'Hello' }) },
  'POST /messages/{chatId}/reports': {
    answers: [401, 404, 201],
    make: onChat('/messages/{id}/reports', { rev: 1, reason: 'spam' }),
  },
}
