// A case answers so many of each kind of record on it, the oldest.
const most = 200

// Cut says that there may be more than is shown.
export function Cut({ of, what }: { of: unknown[]; what: string }) {
  if (of.length < most) return null
  return (
    <p class="note">
      The oldest {most} {what} are shown; this case may have more.
    </p>
  )
}
