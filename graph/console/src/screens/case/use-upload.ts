import { useRef, useState } from 'preact/hooks'
import { SignUploadDocument } from '../../gql/graphql.ts'
import { useWrite } from '../../lib/query.ts'
import { failed, notUploadable, put, tooLarge } from './upload.ts'

// useUpload sends files to places that the server signs, each once: when what comes after is tried again, they are there.
export function useUpload() {
  const [share, setShare] = useState<number>()
  const sign = useWrite(SignUploadDocument)
  const stop = useRef<() => void>(undefined)
  const sent = useRef(new Map<File, string>())

  async function send(file: File): Promise<string> {
    const known = sent.current.get(file)
    if (known) return known
    const wrong = tooLarge(file.size)
    if (wrong) throw failed(wrong)
    const [signed] = (await sign.write({ input: { docs: [{ fileName: file.name, fileType: file.type }] } })).signUploads
    if (!signed) throw failed('The server gave no place for the file. Try again.')
    const elsewhere = notUploadable(signed.signedUrl, location.origin)
    if (elsewhere) throw failed(elsewhere)
    const sending = put(signed, file, setShare)
    stop.current = sending.stop
    try {
      await sending.done
    } finally {
      setShare(undefined)
    }
    sent.current.set(file, signed.directUploadKey)
    return signed.directUploadKey
  }
  return { share, send, stop: () => stop.current?.() }
}
