import type { PolicyScreenQuery } from '../../gql/graphql.ts'

// Policy is what the screen has read of its policy.
export type Policy = NonNullable<PolicyScreenQuery['policy']>

// assetOf names the assets of the policy's case by id.
export function assetOf(policy: Policy): (id: string) => string | undefined {
  const names = new Map(policy.case.assets.map((asset) => [asset.id, asset.displayName]))
  return (id) => names.get(id)
}

// Notice is a step of its renewal follow-up.
export type Notice = Policy['renewalNotices'][number]
