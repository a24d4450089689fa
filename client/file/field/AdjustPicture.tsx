import { useState } from "react";
import type { FilePurpose } from "../../../server/modules/file/file.rules";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/dialog/Dialog";
import { useToast } from "../../components/feedback/ToastProvider";
import { logFailure } from "../../lib/logFailure";
import type { PictureEditor } from "../editor/PictureEditor";
import { getFitGuide } from "../images/fitGuide";
import type { Edit } from "../images/geometry";
import { pictureLabel } from "./fileTexts";
import { getOriginal } from "./originals";
import type { PreparedFile } from "./prepareFile";

interface AdjustPictureProps {
  purpose: FilePurpose;
  label: string;
  value: PreparedFile;
  onUse: (edit: Edit) => void;
}

/** A button that opens the editor to rotate and crop a picture. The editor is loaded on first use. */
export function AdjustPicture({ purpose, label, value, onUse }: AdjustPictureProps) {
  const [Editor, setEditor] = useState<typeof PictureEditor>();
  const [isOpen, setOpen] = useState(false);
  const toast = useToast();
  const pictureName = pictureLabel(purpose);
  const { file, edit } = getOriginal(value.file);
  const close = () => setOpen(false);

  const open = async () => {
    try {
      const { PictureEditor: loaded } = await import("../editor/PictureEditor");
      setEditor(() => loaded);
      setOpen(true);
    } catch (error) {
      logFailure("load the picture editor", error);
      toast.error("The editor could not be loaded. Check your connection and try again");
    }
  };

  return (
    <>
      <Button variant="secondary" onClick={() => void open()}>
        Adjust<span className="visually-hidden"> – {label}</span>
      </Button>
      <Dialog open={isOpen} onClose={close} title={`Adjust the ${pictureName}`} kind="wide">
        {Editor && (
          <Editor
            file={file}
            edit={edit}
            ratio={getFitGuide(purpose).ratio}
            pictureName={pictureName}
            onCancel={close}
            onUse={(chosen) => {
              close();
              onUse(chosen);
            }}
          />
        )}
      </Dialog>
    </>
  );
}
