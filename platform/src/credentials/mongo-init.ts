import { COLLECTIONS, SHARED_COLLECTIONS } from './collections.ts'

const DATABASE = 'aangan'
const ACTIONS = ['find', 'insert', 'update', 'remove']

export interface MongoUser {
  user: string
  roles: string[]
}

/** The users of the database; each service has a role of its name. */
export function mongoUsers(): MongoUser[] {
  return [
    // Migrates, imports and seeds.
    { user: 'operator', roles: ['dbOwner'] },
    ...Object.keys(COLLECTIONS).map((user) => ({ user, roles: [user] })),
  ]
}

/** A mongosh script that creates or updates the roles and users; it reads their passwords from the environment. */
export function mongoInit(): string {
  const roles = Object.entries(COLLECTIONS).map(([role, names]) => ({
    role,
    privileges: [...SHARED_COLLECTIONS, ...names].map((name) => ({
      resource: { db: DATABASE, collection: `${role}.${name}` },
      actions: ACTIONS,
    })),
  }))
  return `// Written by npm run secrets, from platform/src/credentials/collections.ts. Safe to run again.
const aangan = db.getSiblingDB('${DATABASE}')
for (const { role, privileges } of ${JSON.stringify(roles, null, 2)}) {
  if (aangan.getRole(role)) aangan.updateRole(role, { privileges, roles: [] })
  else aangan.createRole({ role, privileges, roles: [] })
}
for (const { user, roles } of ${JSON.stringify(mongoUsers(), null, 2)}) {
  const pwd = process.env['PASSWORD_OF_' + user.toUpperCase()]
  if (!pwd) throw new Error('PASSWORD_OF_' + user.toUpperCase() + ' is not set')
  if (aangan.getUser(user)) aangan.updateUser(user, { pwd, roles })
  else aangan.createUser({ user, pwd, roles })
}
`
}
