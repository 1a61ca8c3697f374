import type { PolicyScreenQuery } from '../../gql/graphql.ts'

// Policy is what the screen has read of its policy.
export type Policy = NonNullable<PolicyScreenQuery['policy']>

// Notice is a step of its renewal follow-up.
export type Notice = Policy['renewalNotices'][number]
