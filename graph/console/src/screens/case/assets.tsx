import type { ComponentChildren } from 'preact'
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
  const { facts, mayChange, names } = useShown()
  return (
    <section class="card" aria-labelledby="assets">
      <header>
        <h2 id="assets">Assets</h2>
        {mayChange && <EditAsset />}
      </header>
      <Cut of={facts.assets} what="assets" />
      {facts.assets.length === 0 && <Empty>No asset is on this case yet.</Empty>}
      {facts.assets.map((asset) => (
        <AssetDetails key={asset.id} asset={asset} open={facts.assets.length <= openAtMost}>
          <p class="row">
            {mayChange && <EditAsset asset={asset} />}
            <Who subject={asset.id} noun="asset" label="Changes" names={names} />
          </p>
        </AssetDetails>
      ))}
    </section>
  )
}

// AssetDetails is an asset by its name, which opens its fields.
export function AssetDetails({ asset, open, children }: { asset: Described; open?: boolean; children?: ComponentChildren }) {
  return (
    <details class="asset" open={open}>
      <summary>
        {asset.displayName} <span class="quiet">{asset.assetType.name}</span>
      </summary>
      {asset.fields.length === 0 && <p class="quiet">Nothing is recorded of it.</p>}
      <dl class="facts">
        {asset.fields.flatMap((field) => [<dt key={field.key}>{field.label}</dt>, <dd key={`${field.key}=`}>{fieldText(field)}</dd>])}
      </dl>
      {children}
    </details>
  )
}
