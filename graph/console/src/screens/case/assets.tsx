import type { ComponentChildren } from 'preact'
import { AssetTypesDocument } from '../../gql/graphql.ts'
import { useQuery } from '../../lib/query.ts'
import type { AssetType } from '../new-case/case-draft.ts'
import { fieldPrefix } from './undo.ts'
import { Empty } from '../../lib/parts.tsx'
import { Cut } from './cut.tsx'
import { EditAsset } from './edit-asset.tsx'
import { fieldText, type Field } from './asset-fields.ts'
import { useShown } from './shown.ts'
import { Who } from './who.tsx'

// With more assets than this, each shows its fields when it is opened.
const openAtMost = 3

export interface Described {
  id: string
  displayName: string
  assetType: { name: string }
  fields: readonly (Field & { key: string })[]
}

// Assets are what secures the loan, each with what is known of it.
export function Assets() {
  const { mayChange } = useShown()
  return mayChange ? <Changeable /> : <List />
}

function Changeable() {
  const types = useQuery(AssetTypesDocument, {}).data?.assetTypes.nodes
  return <List types={types} />
}

function List({ types }: { types?: readonly AssetType[] | undefined }) {
  const { facts } = useShown()
  return (
    <section class="card" aria-labelledby="assets">
      <header>
        <h2 id="assets">Assets</h2>
        {types && <EditAsset types={types} />}
      </header>
      <Cut of={facts.assets} what="assets" />
      {facts.assets.length === 0 && <Empty>No asset is on this case yet.</Empty>}
      {facts.assets.map((asset) => (
        <AssetDetails key={asset.id} asset={asset} open={facts.assets.length <= openAtMost} nameOf={(field) => <FieldName asset={asset} field={field} />}>
          <p class="row">
            {types && <EditAsset asset={asset} types={types} />}
            <WhoOf asset={asset} label="Changes" />
          </p>
        </AssetDetails>
      ))}
    </section>
  )
}

interface WhoOfProps {
  asset: Described
  label: string
  members?: string[]
}

function WhoOf({ asset, label, members }: WhoOfProps) {
  const { mayChange, names, changed } = useShown()
  return <Who subject={asset.id} noun="asset" of={asset.displayName} label={label} {...(members && { members })} names={names} mayUndo={mayChange} onUndone={changed} />
}

const FieldName = ({ asset, field: { key, label } }: { asset: Described; field: Described['fields'][number] }) => (
  <WhoOf asset={asset} label={label} members={[fieldPrefix + key]} />
)

interface DetailsProps {
  asset: Described
  open?: boolean
  // What stands for the name of a field.
  nameOf?(field: Described['fields'][number]): ComponentChildren
  children?: ComponentChildren
}

// AssetDetails is an asset by its name, which opens its fields.
export function AssetDetails({ asset, open, nameOf, children }: DetailsProps) {
  return (
    <details class="asset" open={open}>
      <summary>
        {asset.displayName} <span class="quiet">{asset.assetType.name}</span>
      </summary>
      {asset.fields.length === 0 && <p class="quiet">Nothing is recorded of it.</p>}
      <dl class="facts">
        {asset.fields.flatMap((field) => [<dt key={field.key}>{nameOf?.(field) ?? field.label}</dt>, <dd key={`${field.key}=`}>{fieldText(field)}</dd>])}
      </dl>
      {children}
    </details>
  )
}
