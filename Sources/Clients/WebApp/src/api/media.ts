import type { KeptAnswers } from "../store/kept-answers";
import { ApiError } from "./errors";
import type { Http } from "./http";
import type { UploadResponse } from "./types";

/** The size of one request, and so the most that a broken connection loses. */
const pieceSize = 1 << 20;

export interface Uploadable {
  clientMediaId: string;
  fileName: string;
  size: number;
  file: Blob;
}

/** Uploads a file. Asked again with the same id, it goes on where it was. @returns the id of the media. */
export async function upload(http: Http, file: Uploadable, progress: (sent: number) => void): Promise<string> {
  const { clientMediaId, fileName, size } = file;
  let { media } = await http.post<UploadResponse>("/v1/media", { clientMediaId, fileName, size });
  while (media.state === "uploading") {
    progress(media.offset);
    const piece = file.file.slice(media.offset, media.offset + pieceSize);
    try {
      const response = await http.respond(`/v1/media/${media.id}`, {
        method: "PATCH",
        headers: { "Upload-Offset": String(media.offset), "Content-Type": "application/octet-stream" },
        body: piece,
      });
      media = ((await response.json()) as UploadResponse).media;
    } catch (error) {
      // The server says where to go on.
      if (!(error instanceof ApiError) || error.code !== "conflict") throw error;
      media = (await http.get<UploadResponse>(`/v1/media/${media.id}`)).media;
    }
  }
  progress(size);
  return media.id;
}

interface Fetched {
  blob: Blob;
  url: string;
}

/** How large a picture may be in bytes to be kept for the time without a network. Thumbnails and faces are smaller. */
const largestKept = 100_000;

/**
 * Files as addresses that pictures and links can use. They are fetched with the token, so no address of the server works without it.
 * Small pictures are kept: an address never stands for another picture, so they aren't fetched again.
 */
export class MediaCache {
  readonly #files = new Map<string, Promise<Fetched>>();

  constructor(
    private readonly http: Http,
    private readonly kept: KeptAnswers,
  ) {}

  /** @param path such as `/v1/media/ID/thumbnail`. */
  async url(path: string): Promise<string> {
    return (await this.#file(path)).url;
  }

  async blob(path: string): Promise<Blob> {
    return (await this.#file(path)).blob;
  }

  #file(path: string): Promise<Fetched> {
    const known = this.#files.get(path);
    if (known !== undefined) {
      this.#files.delete(path);
      this.#files.set(path, known);
      return known;
    }
    const file = this.#fetch(path);
    this.#files.set(path, file);
    file.catch(() => this.#files.delete(path));
    this.#trim();
    return file;
  }

  async #fetch(path: string): Promise<Fetched> {
    const blob = (await this.kept.get<Blob>(path).catch(() => undefined)) ?? (await this.#fresh(path));
    return { blob, url: URL.createObjectURL(blob) };
  }

  async #fresh(path: string): Promise<Blob> {
    const blob = await (await this.http.respond(path)).blob();
    if (blob.size <= largestKept && blob.type.startsWith("image/")) this.kept.put(path, blob);
    return blob;
  }

  #trim(): void {
    for (const [path, file] of this.#files) {
      if (this.#files.size <= 200) return;
      this.#files.delete(path);
      void file.then(({ url }) => URL.revokeObjectURL(url)).catch(() => undefined);
    }
  }
}
