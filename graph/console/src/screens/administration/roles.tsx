import type { Permission } from '../../gql/enums.ts'
import { RolesDocument, type RolesQuery } from '../../gql/graphql.ts'
import { Loading, Problem } from '../../lib/parts.tsx'
import { useQuery } from '../../lib/query.ts'
import { viewer } from '../../lib/session.ts'
import { roleWords, word } from '../../lib/words.ts'
import { Frame } from './frame.tsx'

// What each permission lets somebody do; the server knows who has it.
const permissionWords: Readonly<Record<Permission, string>> = {
  ANY: 'See who one is, and what one may do',
  READ: 'Read cases, policies, documents and all else of the portfolio',
  CHANGE_RECORDS: 'Open and change cases, assets, insureds, policies, documents, tasks, evidence and brokers; cancel and hold',
  REQUEST_WAIVERS: 'Ask for exceptions',
  SEND_NOTICES: 'Send notices again',
  DECIDE_WAIVERS: 'Approve, reject and revoke exceptions that somebody else asked for',
  SET_REQUIREMENTS: 'Draft risk profiles; change programs, certificate holders and mortgagee clauses',
  PUBLISH_RISK_PROFILES: 'Publish risk profiles',
  DEACTIVATE: 'Deactivate and reactivate policies',
  RELEASE_IMPORTS: 'Release imports, so that letters go out about what came in',
  ADMINISTER_USERS: 'Make and change the users of the portfolio',
  ADMINISTER_LETTERS: 'Word the letters',
  ADMINISTER_WEBHOOKS: 'Change webhooks, and deliver events again',
  ADMINISTER_PEOPLE: 'See people, suspend and reactivate them, link them to users',
  ADMINISTER_TOKENS: 'Make, renew and revoke tokens of service accounts',
  SEE_ORGANIZATIONS: 'See organizations, plans and quotas',
  SUPPORT: 'See the lenders, portfolios and plans of the installation',
  OPERATE: 'Change the lenders, plans and organizations of the installation',
  HAND_IN_EVIDENCE: 'Hand in evidence by a link',
}

const ofOperator = (role: string) => role === 'support' || role === 'operator'

// Roles are what each role of a lender may do, for reading: roles are given by the provider.
export function Roles() {
  return (
    <Frame part="roles" title="Roles">
      <div class="head">
        <h1>Roles</h1>
      </div>
      <p class="quiet">
        Your company’s provider says at each sign-in which roles somebody has. What a role may do is the same for every lender and cannot be changed
        here.
      </p>
      <Matrix />
    </Frame>
  )
}

function Matrix() {
  const query = useQuery(RolesDocument, {})
  if (!query.data) return query.error ? <Problem refusal={query.error} retry={() => void query.reload()} /> : <Loading what="the roles" />
  const roles = query.data.roles.filter(({ role }) => !ofOperator(role))
  const rows = (Object.keys(permissionWords) as Permission[]).filter((one) => one !== 'ANY' && roles.some(({ permissions }) => permissions.includes(one)))
  return (
    <section class="card">
      <div class="scroll" tabIndex={0} role="region" aria-label="What each role may do">
        <table class="dense matrix">
          <caption class="hidden">What each role may do</caption>
          <thead>
            <tr>
              <th scope="col">May</th>
              {roles.map(({ role }) => (
                <th scope="col" key={role}>
                  {word(roleWords, role)}
                  {viewer.value?.roles.includes(role) && <span class="of">yours</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((permission) => (
              <tr key={permission}>
                <th scope="row">{permissionWords[permission]}</th>
                {roles.map((role) => (
                  <Has key={role.role} role={role} permission={permission} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Has({ role, permission }: { role: RolesQuery['roles'][number]; permission: Permission }) {
  if (!role.permissions.includes(permission)) return <td><span class="hidden">no</span></td>
  return (
    <td class="good">
      <span aria-hidden="true">●</span>
      <span class="hidden">yes</span>
    </td>
  )
}
